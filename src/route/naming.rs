//! What a route is called in OpenAPI documents: a sentence in Chinese, and an identifier for generated clients.
//!
//! The identifier is made of the path: its words in small letters with `_` between, parameters left out (`/fin/bill/{id}/explain`:
//! `fin_bill_explain`), a slash at the end as `slash`. Then, so that methods of one path differ:
//!
//! | method | identifier |
//! |---|---|
//! | GET | `…_list` as the path has it; `…_get` after a parameter at the end; else `…_show` |
//! | DELETE | `…_delete` after a parameter at the end; `…_remove` for a resource; else the path alone |
//! | POST | `…_create` for a write to a resource that is no export; else the path alone: `fin_bill_void` |
//! | PUT | `…_update` for a write to a resource; else the path alone |
//!
//! A resource is a path that is also read by GET, that both POST and PUT write to, or below which there is `/list` or a parameter.
//! That no two are equal is held by `surface::document`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{AuditAction, Method, Route};

/// Paths of a route table that are resources.
pub struct Resources(BTreeSet<&'static str>);

impl Resources {
    /// Those of a table.
    pub fn of(routes: &[Route]) -> Self {
        let methods: BTreeSet<(&str, Method)> = routes.iter().map(|route| (route.path, route.method)).collect();
        let below = |path: &str, other: &str| {
            other.strip_prefix(path).is_some_and(|rest| rest == "/list" || rest.starts_with("/{"))
        };
        let is_resource = |path: &str| {
            let has = |method| methods.contains(&(path, method));
            has(Method::Get)
                || has(Method::Post) && has(Method::Put)
                || routes.iter().any(|route| below(path, route.path))
        };
        Self(routes.iter().map(|route| route.path).filter(|path| is_resource(path)).collect())
    }
}

/// What a write does to a resource as such.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Create,
    Update,
    Delete,
    Remove,
}

fn way(route: &Route, resources: &Resources) -> Option<Way> {
    let (_, deed) = route.audit?;
    let of_one = route.path.ends_with('}');
    let is_resource = resources.0.contains(route.path) && deed != AuditAction::Export;
    match route.method {
        Method::Delete if of_one => Some(Way::Delete),
        Method::Delete if is_resource => Some(Way::Remove),
        Method::Post if is_resource => Some(Way::Create),
        Method::Put if is_resource => Some(Way::Update),
        _ => None,
    }
}

impl Route {
    /// Identifier within a table; see the module text.
    pub fn identifier(&self, resources: &Resources) -> String {
        let mut words: Vec<String> =
            self.path.split('/').filter(|part| !part.is_empty() && !part.starts_with('{')).map(snake).collect();
        if self.path.ends_with('/') {
            words.push("slash".to_owned());
        }
        let suffix = match (self.method, way(self, resources)) {
            (Method::Get, _) if self.path.ends_with("/list") => None,
            (Method::Get, _) if self.path.ends_with('}') => Some("get"),
            (Method::Get, _) => Some("show"),
            (_, Some(Way::Create)) => Some("create"),
            (_, Some(Way::Update)) => Some("update"),
            (_, Some(Way::Delete)) => Some("delete"),
            (_, Some(Way::Remove)) => Some("remove"),
            (_, None) => None,
        };
        words.extend(suffix.map(str::to_owned));
        words.join("_")
    }

    /// What it does, in Chinese. Its own title; else that of its audit rows, with what it does to the resource.
    pub fn summary(&self, resources: &Resources) -> String {
        let export = self.audit.is_some_and(|(_, deed)| deed == AuditAction::Export);
        let last = self.path.rsplit('/').next().unwrap_or_default();
        let audited = self.audit.map_or("", |(title, _)| title);
        let done = match (last, way(self, resources)) {
            ("export", _) if export => "：导出",
            ("importTemplate", _) if export => "：导入模板",
            ("importData", _) => "：导入",
            (_, Some(Way::Create)) => "：新增",
            (_, Some(Way::Update)) => "：修改",
            (_, Some(Way::Delete | Way::Remove)) => "：删除",
            (_, None) => "",
        };
        let title = self.title.clone().unwrap_or_else(|| Cow::Owned(format!("{audited}{done}")));
        // GET names a file for `/common/download`, POST sends it (contract 8)
        match (export && matches!(last, "export" | "importTemplate"), self.method) {
            (true, Method::Get) => format!("{title}（先生成，再下载）"),
            (true, _) => format!("{title}（直接下载）"),
            (false, _) => title.into_owned(),
        }
    }
}

/// `partyA` as `party_a`.
fn snake(word: &str) -> String {
    let mut text = String::new();
    for letter in word.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
    }
    text
}
