//! 我的工作 (people.md 1): cards of what a person has to do, each brought by the feature that owns what it shows
//! (`FEATURE.extensions`).
//!
//! Invariants: a part of a card that opens a list is found by the declaration of that list ([`part`]), with the scope of the
//! list's permission, and its address is made of the very query, so that its number can't differ from what the list shows;
//! without the permission the part isn't there, without any part the card isn't. A card that can't be read says so; the
//! others stand.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use crate::columns::Field;
use crate::error::{AppError, Result};
use crate::kernel::enumeration::worded;
use crate::op::{Caller, View};
use crate::records::list::declare::wanted;
use crate::records::list::run::{find, records};
use crate::records::list::{List, ListQuery, NameCache, Span};

/// Lines that a card shows at most.
pub const MOST_LINES: usize = 8;
/// Lines that a part gives although the others have enough for all.
const LEAST_LINES: usize = 2;

/// Brought by a feature: a card.
pub struct Card {
    /// Its name for programs, the same for ever: people hide and order cards by it. At most 32 letters.
    pub key: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Its place among the cards: smaller first.
    pub rank: u16,
    /// What stands in its place when there is nothing to do.
    pub nothing: &'static str,
    /// What it is made of, in order; each may answer several parts, or none for who has nothing to do with them.
    pub parts: &'static [fn(&View) -> Result<Vec<Part>>],
}

worded! {
    /// What a line lets a person do without leaving the page.
    pub enum TodayAct {
        Renew = "renew" => "续租",
        Contact = "contact" => "登记联系",
        Receive = "receive" => "登记收款",
        Let = "let" => "新签合同",
    }
}

worded! {
    /// How urgent the mark of a line is.
    pub enum Tone {
        Bad = "bad" => "紧急",
        Warn = "warn" => "注意",
        Plain = "plain" => "一般",
    }
}

/// Numbers of what an act of a line is about; 0 for none.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TodayAbout")]
pub struct About {
    /// The lease 合同, by number; the act continues it or takes money for it.
    pub lease_id: u64,
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// The party A 甲方, by number.
    pub party_a_id: u64,
    /// The room 房间 that the act lets, by number.
    pub room_id: u64,
}

/// A line of a card.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TodayLine")]
pub struct Line {
    /// Number of the record, as its list gives it.
    pub id: u64,
    /// Why it is here, in few words: «剩余 12 天».
    pub mark: String,
    /// How urgent that is.
    pub tone: Tone,
    /// What it is called.
    pub title: String,
    /// What the amount is, before it; may be empty.
    pub amount_label: &'static str,
    /// An amount in whole fen.
    pub amount_fen: Option<i64>,
    /// What else tells it from others.
    pub note: String,
    /// Where the portal opens it.
    pub path: String,
    /// What can be done about it here, for who may.
    pub act: Option<TodayAct>,
    /// What the act is about.
    pub about: About,
}

impl Line {
    /// A line without mark, amount and act.
    pub fn of(id: u64, title: String, path: String) -> Self {
        let (mark, note, amount_label) = (String::new(), String::new(), "");
        let (tone, amount_fen, act, about) = (Tone::Plain, None, None, About::default());
        Self { id, mark, tone, title, amount_label, amount_fen, note, path, act, about }
    }

    /// The act, if the person holds the right for it.
    pub fn with_act(self, view: &View, act: TodayAct, right: &str, about: About) -> Self {
        let act = view.caller.rights.holds(right).then_some(act);
        Self { act, about, ..self }
    }
}

/// One number of a card with the list that it opens.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TodayPart")]
pub struct Part {
    /// What is counted.
    pub label: String,
    /// Rows of the list.
    pub count: u64,
    /// Their sum in whole fen, where the card adds one up.
    pub amount_fen: Option<i64>,
    /// The page that lists them, with its filter.
    pub path: String,
    /// The first of them.
    #[serde(skip)]
    pub lines: Vec<Line>,
}

/// How a part is called and where its list stands.
pub struct Shown<L: List> {
    pub label: &'static str,
    /// The page of the list, without filter.
    pub page: &'static str,
    pub query: L::Query,
    /// What is added up.
    pub sum: Option<Field<L::Record>>,
}

/// The part of a card that opens a list; none for who may not open it.
///
/// # Errors
/// Records that can't be read.
pub fn part<L: List>(
    view: &View,
    shown: &Shown<L>,
    mut line: impl FnMut(&mut NameCache<'_>, &L::Record) -> Result<Line>,
) -> Result<Vec<Part>>
where
    L::Query: Default,
{
    let Some(caller) = opener::<L>(view) else { return Ok(Vec::new()) };
    let view = &View { caller: &caller, ..*view };
    let asked = wanted::<L>(view, &shown.query, Span::First(MOST_LINES))?;
    let schema = &crate::records::list::run::table::<L::Record>(view)?.schema;
    let sums = shown.sum.iter().filter_map(|field| schema.place(field.name)).collect();
    let asked = ListQuery { sums, facets: Vec::new(), ..asked };
    let mut found = find::<L::Record>(view, &asked)?;
    let rows = records::<L::Record>(view, &asked, &mut found)?;
    let mut names = NameCache::new(view);
    Ok(vec![Part {
        label: shown.label.to_owned(),
        count: found.total,
        amount_fen: found.sums.first().copied(),
        path: address(shown.page, &shown.query)?,
        lines: rows.iter().map(|record| line(&mut names, record)).collect::<Result<_>>()?,
    }])
}

/// The caller as who opens a list; none for who may not.
fn opener<L: List>(view: &View) -> Option<Caller> {
    let permission = L::PLACE.permission;
    let may = view.caller.rights.holds(permission);
    may.then(|| Caller { exercised: Some(permission), ..view.caller.clone() })
}

/// How many rows a list shows for a query, and the address of the page that shows them; none for who may not open it.
///
/// # Errors
/// Records that can't be read.
pub fn counted<L: List>(view: &View, page: &str, query: &L::Query) -> Result<Option<(u64, String)>>
where
    L::Query: Default,
{
    let Some(caller) = opener::<L>(view) else { return Ok(None) };
    let view = &View { caller: &caller, ..*view };
    let asked = ListQuery { sums: Vec::new(), ..wanted::<L>(view, query, Span::First(0))? };
    Ok(Some((find::<L::Record>(view, &asked)?.total, address(page, query)?)))
}

/// The address of a page with the filters of a query that differ from what an empty one asks.
///
/// # Errors
/// A query that is no object.
fn address<Q: Serialize + Default>(page: &str, query: &Q) -> Result<String> {
    let (asked, usual) = (serde_json::to_value(query), serde_json::to_value(Q::default()));
    let (Ok(Json::Object(asked)), Ok(Json::Object(usual))) = (asked, usual) else {
        return Err(AppError::internal(format!("a query of {page} is no object")));
    };
    // a range of days is one field of a page: «value=2026-11-01~2026-11-30»
    let of = |name: &str| asked.get(name).filter(|value| usual.get(name) != Some(*value)).map(in_address);
    let mut filters = Vec::new();
    for name in asked.keys() {
        let range = name.strip_suffix("From").filter(|range| asked.contains_key(&format!("{range}To")));
        let end = name.strip_suffix("To").is_some_and(|range| asked.contains_key(&format!("{range}From")));
        match range {
            Some(range) => {
                let (from, to) = (of(name).unwrap_or_default(), of(&format!("{range}To")).unwrap_or_default());
                filters.extend((!from.is_empty() || !to.is_empty()).then(|| format!("{range}={from}~{to}")));
            }
            None if end => {}
            None => filters.extend(of(name).map(|value| format!("{name}={value}"))),
        }
    }
    // a page that is one of several views names its view already: «/asset/room?mode=list»
    let joint = if page.contains('?') { '&' } else { '?' };
    Ok(if filters.is_empty() { page.to_owned() } else { format!("{page}{joint}{}", filters.join("&")) })
}

fn in_address(value: &Json) -> String {
    match value {
        Json::Array(values) => values.iter().map(in_address).collect::<Vec<_>>().join(","),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A card as the page shows it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TodayCard")]
pub struct CardOut {
    /// Its name for programs.
    pub key: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Rows of its parts.
    pub count: u64,
    /// What stands in its place when there is nothing to do.
    pub nothing: &'static str,
    /// Its numbers, each with the list that it opens.
    pub parts: Vec<Part>,
    /// What is to be done first.
    pub lines: Vec<Line>,
    /// Why it can't be shown.
    pub failed: Option<String>,
}

impl Card {
    /// The card for the caller; `None` when no part is for him.
    pub fn of(&self, view: &View) -> Option<CardOut> {
        let Self { key, title, nothing, .. } = *self;
        let found = self.parts.iter().map(|part| part(view)).collect::<Result<Vec<Vec<Part>>>>();
        let failed = |error: AppError| {
            tracing::error!(card = key, %error, "a card of the home page can't be shown");
            let failed = Some("暂时无法显示，请稍后重试".to_owned());
            CardOut { key, title, count: 0, nothing, parts: Vec::new(), lines: Vec::new(), failed }
        };
        match found {
            Ok(parts) if parts.iter().all(Vec::is_empty) => None,
            Ok(parts) => {
                let mut parts = parts.concat();
                let (count, lines) = (parts.iter().map(|part| part.count).sum(), first_lines(&mut parts));
                Some(CardOut { key, title, count, nothing, parts, lines, failed: None })
            }
            Err(error) => Some(failed(error)),
        }
    }
}

/// The lines of a card: of each part some, in order; what one has less than its share goes to the others.
fn first_lines(parts: &mut [Part]) -> Vec<Line> {
    let busy = parts.iter().filter(|part| !part.lines.is_empty()).count().max(1);
    let share = (MOST_LINES / busy).max(LEAST_LINES);
    let spare: usize =
        parts.iter().filter(|part| !part.lines.is_empty()).map(|part| share.saturating_sub(part.lines.len())).sum();
    let (mut lines, mut spare) = (Vec::new(), spare);
    for part in parts {
        let mut of_part = std::mem::take(&mut part.lines);
        let more = of_part.len().saturating_sub(share).min(spare);
        spare -= more;
        of_part.truncate(share + more);
        lines.extend(of_part);
    }
    lines.truncate(MOST_LINES);
    lines
}
