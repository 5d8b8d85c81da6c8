//! Every list of the product, found in its route table: the reads whose answer has `rows` and `total`. What a list can be
//! asked (texts, filters, orders) is read off its shapes and its first row, so that a new list is walked and measured without
//! a word; only what a list cannot answer without is written down here.

#![allow(dead_code, reason = "suite and bench use a part of it each")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use gx_portal::route::{Method, Route};
use gx_portal::web::openapi;
use serde_json::{Map, Value};

/// What these lists cannot answer without.
const NEEDS: &[(&str, &str)] = &[
    ("/tool/gen/column/{tableId}", "tableId=1"),
    ("/asset/room/select", "rentStartDate=2031-01-01&rentEndDate=2031-12-31&partyAId=1"),
    ("/portal/history", "kind=lease&id=1"),
    ("/report/waivers/list", "from=2010-01-01&to=2031-12-31"),
    ("/system/notice/readUsers/list", "noticeId=1"),
    ("/system/role/authUser/allocatedList", "roleId=12"),
    ("/system/role/authUser/unallocatedList", "roleId=12"),
    ("/system/user/list/{ids}", "ids=1,100,101"),
    ("/system/user/listByIds", "ids=1,100,101"),
    ("/system/user/selectUserListByRole", "roleId=12"),
];

/// Paging and order, which every list takes.
const PAGING: &[&str] = &["pageNum", "pageSize", "orderByColumn", "isAsc", "reasonable"];

/// A list of the product.
pub struct List {
    /// Place in the route table.
    pub route: usize,
    /// Its path below the API, parameters as `{name}`.
    pub path: &'static str,
    /// What it cannot answer without: names and values.
    pub needs: Vec<(String, String)>,
    /// What else may be asked, paging left out.
    pub asks: Vec<Ask>,
    /// Fields of a row that hold one value: those one may sort by, and some one may not.
    pub fields: Vec<String>,
    /// Whether it has an order and pages.
    pub is_paged: bool,
}

/// A filter of a list.
pub struct Ask {
    pub name: String,
    /// Takes any text.
    pub is_text: bool,
    /// Takes numbers.
    pub is_number: bool,
    /// Takes one of these, when there are any.
    pub choices: Vec<Value>,
}

/// One request to a list.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked, for reports.
    pub what: String,
    /// Names and values.
    pub given: Vec<(String, String)>,
}

fn resolved<'d>(document: &'d Value, shape: &'d Value) -> &'d Value {
    match shape["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
        Some(pointer) => resolved(document, document.pointer(pointer).expect("a type")),
        None => shape,
    }
}

/// The properties of a shape, those of its parts included.
fn properties(document: &Value, shape: &Value) -> Map<String, Value> {
    let shape = resolved(document, shape);
    let mut all = shape["properties"].as_object().cloned().unwrap_or_default();
    for part in shape["allOf"].as_array().into_iter().flatten() {
        all.extend(properties(document, part));
    }
    all
}

fn is_scalar(document: &Value, shape: &Value) -> bool {
    let shape = resolved(document, shape);
    let parts = shape["anyOf"].as_array().or(shape["oneOf"].as_array());
    match parts {
        Some(parts) => parts.iter().all(|part| is_scalar(document, part)),
        None => shape["type"] != "array" && shape["type"] != "object",
    }
}

/// The values that a shape takes, when it takes some only.
fn choices(document: &Value, shape: &Value) -> Vec<Value> {
    let shape = resolved(document, shape);
    if shape["type"] == "boolean" {
        return vec![true.into()];
    }
    let parts = ["anyOf", "oneOf"].into_iter().flat_map(|name| shape[name].as_array().into_iter().flatten());
    let nested = parts.flat_map(|part| choices(document, part));
    let own = shape["enum"].as_array().into_iter().flatten().chain(shape.get("const")).cloned();
    own.chain(nested).filter(|value| !value.is_null()).collect()
}

fn is_kind(shape: &Value, wanted: &str) -> bool {
    let kind = &shape["type"];
    *kind == wanted || kind.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == wanted))
}

/// Texts of any content: neither numbered nor dated.
fn is_text(shape: &Value) -> bool {
    is_kind(shape, "string") && shape["format"].is_null() && shape["pattern"].is_null()
}

fn is_number(shape: &Value) -> bool {
    is_kind(shape, "integer") || is_kind(shape, "number")
}

/// All lists, in the order of the route table.
pub fn all(routes: &[Route]) -> Vec<List> {
    let document = openapi::document(routes, "");
    let mut lists = Vec::new();
    for (route, of) in routes.iter().enumerate().filter(|(_, route)| route.method == Method::Get) {
        let operation = &document["paths"][of.path]["get"];
        // the answer, beside its refusal
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"]["oneOf"][0];
        let answer = properties(&document, answer);
        let (Some(rows), true) = (answer.get("rows"), answer.contains_key("total")) else { continue };
        let row = properties(&document, &resolved(&document, rows)["items"]);
        // Lists of registers are walked in `registers/rows.rs`.
        if of.path.starts_with("/reg/{code}") {
            continue;
        }
        let needs = NEEDS.iter().find(|(path, _)| *path == of.path).map_or("", |(_, needs)| needs);
        let pairs = needs.split('&').filter_map(|pair| pair.split_once('='));
        let needs: Vec<(String, String)> = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let asked = operation["parameters"].as_array().into_iter().flatten();
        let asked: Vec<Ask> = asked.map(|asked| ask(&document, asked)).collect();
        let is_paged = asked.iter().any(|ask| ask.name == "orderByColumn");
        let free =
            |ask: &Ask| !PAGING.contains(&ask.name.as_str()) && needs.iter().all(|(given, _)| *given != ask.name);
        let asks = asked.into_iter().filter(free).collect();
        let scalar = row.iter().filter(|(_, shape)| is_scalar(&document, shape)).map(|(name, _)| name.clone());
        let fields = scalar.collect();
        lists.push(List { route, path: of.path, needs, asks, fields, is_paged });
    }
    lists
}

fn ask(document: &Value, asked: &Value) -> Ask {
    let shape = resolved(document, &asked["schema"]);
    let choices = choices(document, shape);
    let is_text = is_text(shape) && choices.is_empty();
    let is_number = is_number(shape) || is_number(&shape["items"]);
    Ask { name: asked["name"].as_str().expect("a name").to_owned(), is_text, is_number, choices }
}

/// A value as an address has it.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

impl List {
    /// A question with these names and values beside what the list cannot answer without.
    pub fn ask(&self, what: impl Into<String>, more: &[(&str, &str)]) -> Question {
        let mut given = self.needs.clone();
        given.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        Question { what: what.into(), given }
    }

    /// The list as its page opens it.
    pub fn plain(&self) -> Question {
        self.ask("all", &[])
    }

    /// One question per text field: the beginning of what the first row shows there.
    pub fn words(&self, first: &Value) -> Vec<Question> {
        let is_day = |ask: &&Ask| ask.name.ends_with("Time");
        let texts = self.asks.iter().filter(|ask| ask.is_text && !is_day(ask));
        let texts = texts.filter(|ask| is_word(&ask.name) || first[&ask.name].is_string());
        texts
            .map(|ask| {
                let known = first[&ask.name].as_str().filter(|text| !text.is_empty());
                let word: String = known.unwrap_or("01").chars().take(2).collect();
                self.ask(format!("word {}", ask.name), &[(&ask.name, &word)])
            })
            .collect()
    }

    /// One question per filter, with the value of the first row or else the first choice.
    pub fn filters(&self, first: &Value) -> Vec<Question> {
        let others = self.asks.iter().filter(|ask| !ask.is_text);
        others
            .filter_map(|ask| {
                let fits = |value: &&Value| match ask.choices.as_slice() {
                    [] => !ask.is_number || value.is_number(),
                    choices => choices.contains(value),
                };
                let shown = Some(&first[&ask.name]).filter(fits);
                let value = shown.or(ask.choices.first()).and_then(plain).filter(|value| value != "0")?;
                Some(self.ask(format!("filter {}", ask.name), &[(&ask.name, &value)]))
            })
            .collect()
    }

    /// One question per field and direction; a field that the list does not sort by is refused.
    pub fn orders(&self) -> Vec<Question> {
        let fields = self.fields.iter().filter(|_| self.is_paged);
        let both = fields.flat_map(|field| ["asc", "desc"].map(|way| (field, way)));
        both.map(|(field, way)| self.ask(format!("{field} {way}"), &[("orderByColumn", field), ("isAsc", way)]))
            .collect()
    }

    /// A page far behind.
    pub fn far(&self) -> Option<Question> {
        self.is_paged.then(|| self.ask("page 10,000", &[("pageNum", "10000"), ("reasonable", "true")]))
    }

    /// Counts per value of what one may filter by and a row shows.
    pub fn facets(&self, first: &Value) -> Option<Question> {
        let counted = self.asks.iter().filter(|ask| !ask.is_text && first.get(&ask.name).is_some());
        let names: Vec<&str> = counted.map(|ask| ask.name.as_str()).take(4).collect();
        (!names.is_empty()).then(|| self.ask("facets", &[("facets", &names.join(","))]))
    }

    /// The address of a question.
    pub fn address(&self, question: &Question) -> String {
        let mut path = self.path.to_owned();
        let mut query = Vec::new();
        for (name, value) in &question.given {
            let place = format!("{{{name}}}");
            match path.contains(&place) {
                true => path = path.replace(&place, value),
                false => query.push(format!("{name}={}", encoded(value))),
            }
        }
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }
}

/// What people type a part of a name or number into.
pub fn is_word(name: &str) -> bool {
    name.ends_with("Word") || name == "searchValue"
}

fn encoded(text: &str) -> String {
    let keeps = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,:".contains(&byte);
    let one = |byte: u8| if keeps(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(one).collect()
}
