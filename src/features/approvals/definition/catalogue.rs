//! What a designer may name: variables, fields, thresholds, roles, posts and rights.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::features::approvals::binding::{self, Binding};
use crate::features::approvals::condition::Kind;
use crate::features::approvals::form::bind::BIZ_TYPE;
use crate::features::approvals::people::system_role_keys;
use crate::features::system::post::record::Post;
use crate::kernel::enumeration::numbered;
use crate::op::View;
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::Role;
use crate::route::{Data, Nothing};
use crate::store::Reads;

numbered! {
    /// 变量类型
    pub enum VarKind {
        Money = 1 => "金额",
        Area = 2 => "面积",
        Count = 3 => "数量",
        Ppm = 4 => "比例",
        Bool = 5 => "是否",
        Text = 6 => "文字",
        Choice = 7 => "选项",
        Reference = 8 => "编号",
    }
}

fn kind_of(kind: Kind) -> VarKind {
    match kind {
        Kind::Money => VarKind::Money,
        Kind::Area => VarKind::Area,
        Kind::Count(_) => VarKind::Count,
        Kind::Ppm => VarKind::Ppm,
        Kind::Bool => VarKind::Bool,
        Kind::Text => VarKind::Text,
        Kind::Choice(_) => VarKind::Choice,
        Kind::Reference => VarKind::Reference,
    }
}

/// A value with what people call it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Choosable")]
pub struct Named {
    /// As definitions write it.
    pub value: String,
    /// As people read it.
    pub label: String,
}

impl Named {
    fn of(value: impl Into<String>, label: impl Into<String>) -> Self {
        Self { value: value.into(), label: label.into() }
    }
}

/// A variable.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VarOut {
    /// As conditions write it.
    pub name: String,
    /// As people read it.
    pub title: String,
    /// What it holds.
    pub kind: VarKind,
    /// The unit that people read, or empty.
    pub unit: String,
    /// Of a choice: its numbers with their words.
    pub choices: Vec<Named>,
}

/// A field.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldOut {
    /// Where its value lies, names with dots between.
    pub path: String,
    /// As people read it.
    pub title: String,
    /// Whether a node may let people change it.
    pub may_edit: bool,
    /// Whether a node may hide it.
    pub may_hide: bool,
}

/// A kind of document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BindingOut {
    /// Key of its process.
    pub key: String,
    /// What people call it.
    pub label: String,
    /// Whether it is a form that an authority has drawn: rights of its fields count at the beginning, too.
    pub is_form: bool,
    /// Variables of conditions.
    pub vars: Vec<VarOut>,
    /// What people fill in, in their order.
    pub fields: Vec<FieldOut>,
}

/// A setting that conditions may name.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThresholdOut {
    /// Name that code and definitions use.
    pub key: String,
    /// As people read it.
    pub title: String,
    /// Its value now; none when it can't be read.
    pub value: Option<i64>,
}

/// Everything that a designer may name.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// Kinds of documents.
    pub bindings: Vec<BindingOut>,
    /// Settings.
    pub thresholds: Vec<ThresholdOut>,
    /// Roles by key.
    pub roles: Vec<Named>,
    /// Posts by code.
    pub posts: Vec<Named>,
    /// Rights by permission.
    pub rights: Vec<Named>,
}

fn binding_out(binding: &Binding) -> BindingOut {
    let var = |var: crate::features::approvals::condition::Var| VarOut {
        name: var.name.into(),
        title: var.title.into(),
        kind: kind_of(var.kind),
        unit: var.kind.unit().into(),
        choices: match var.kind {
            Kind::Choice(words) => words.iter().map(|(number, word)| Named::of(number.to_string(), *word)).collect(),
            _ => Vec::new(),
        },
    };
    let field = |field: crate::features::approvals::definition::validate::KnownField<'_>| FieldOut {
        path: field.path.into(),
        title: field.title.into(),
        may_edit: field.may_edit,
        may_hide: !field.in_title,
    };
    BindingOut {
        key: binding.key.into(),
        label: binding.label.into(),
        is_form: binding.biz_type == BIZ_TYPE,
        vars: binding.variables().into_iter().map(var).collect(),
        fields: binding.known_fields().into_iter().map(field).collect(),
    }
}

/// GET /appr/binding/list
///
/// # Errors
/// Records that can't be read.
pub fn catalogue(view: &View, _: Nothing) -> Result<Data<Catalogue>> {
    let threshold = |limit: crate::features::approvals::condition::Threshold| ThresholdOut {
        key: limit.key.into(),
        title: limit.title.into(),
        value: binding::threshold(view, limit.key).ok().map(|value| value / limit.unit.max(1)),
    };
    let mut roles = Vec::new();
    let system_roles = system_role_keys(view)?;
    for role in view.tx.all::<Role>()?.into_iter().filter(|role| role.enabled) {
        // A role may carry several keys, divided by commas; one names it.
        let first = role.role_key.split(',').next().unwrap_or_default().trim().to_owned();
        if !system_roles.contains(&first) {
            roles.push(Named::of(first, role.role_name));
        }
    }
    let posts = view.tx.all::<Post>()?.into_iter().filter(|post| post.enabled);
    let menus: Vec<Menu> = view.tx.all()?;
    let right = |right: &&str| {
        let right: &str = right;
        let menu = menus.iter().find(|menu| menu.perms == right);
        let parent = menu.and_then(|menu| menus.iter().find(|parent| parent.menu_id == menu.parent_id));
        let names: Vec<&str> = parent.into_iter().chain(menu).map(|menu| menu.menu_name.as_str()).collect();
        Named::of(right, if names.is_empty() { right.to_owned() } else { names.join(" · ") })
    };
    Ok(Data(Catalogue {
        bindings: binding::with_own(view)?.into_iter().map(binding_out).collect(),
        thresholds: binding::thresholds(view).into_iter().map(threshold).collect(),
        posts: posts.map(|post| Named::of(post.post_code, post.post_name)).collect(),
        rights: binding::rights(view)?.iter().map(right).collect(),
        roles,
    }))
}
