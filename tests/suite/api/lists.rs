//! No list reads a table to show a page: every list of the route table is asked as its page asks it, with a word, with each
//! filter and in each order, over thousands of rows in every table that grows, and the records it decodes are counted.

use crate::growth::{self, Growth};
use crate::lists::{self, List, Question};
use crate::support::shared::Shared;
use crate::support::{self, Portal};
use gx_portal::error::AppError;
use gx_portal::features::monitor::job;
use gx_portal::op::{Caller, Who};
use gx_portal::records::list::filling;
use gx_portal::route::{Access, Reply, Route, Run};
use gx_portal::store;
use gx_portal::web::input;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Records that a request may decode: a page at its usual size with the names beside it, and room to spare.
const MOST: u64 = 2_000;

/// Rows of every table that grows with the years.
const MANY: u64 = 3_000;

/// Tables that stay small by nature (plates, parties A, departments, roles, posts, dictionaries, settings, jobs, related
/// applications) are as the demonstration has them.
const CITY: Growth = Growth {
    estate: 50,
    lease: 60,
    money: 20,
    depts: 1,
    months: 0,
    unpaid: 3,
    rows: &[
        ("user", MANY),
        ("asset", MANY),
        ("building", MANY),
        ("cert", MANY),
        ("tenant", MANY),
        ("settlement", MANY),
        ("payout", 6 * MANY),
        ("waiver", MANY),
        ("dunning", MANY),
        ("exposure_entry", MANY),
        ("notice", MANY),
        ("notice_read", MANY),
        ("job_log", MANY),
        ("audit", 2 * MANY),
        ("change", MANY),
        ("wf_instance", MANY),
        ("wf_task", MANY),
        ("wf_cc", MANY / 10),
    ],
};

/// Lists that still read too much. A list that has become fine must go from here: this only shrinks.
const NOT_YET: &[&str] = &[];

fn city() -> Arc<Portal> {
    static ONE: Shared<Portal> = Shared::new();
    ONE.get(grown)
}

fn grown() -> Portal {
    let portal = Portal::city();
    let today = portal.app.clock.today();
    growth::grow(&portal.app.store, &CITY, today, |_, _| ());
    support::act(&portal.app, job::seed::bring);
    gx_portal::platform::people::rebuild(&portal.app.people, &portal.app.store.read().unwrap()).unwrap();
    filling::fill_all(&portal.app).unwrap();
    // Somebody is online.
    let token = portal.admin();
    crate::registers::made::of_every_kind(&portal, &token);
    let book = std::fs::read("tests/fixtures/registers/01-petitions.xlsx").expect("a workbook");
    portal.upload("/reg/design/book", &token, "file", "信访.xlsx", &book);
    portal
}

/// The administrator at a route, as the web server would let him in.
fn administrator(portal: &Portal, route: &Route) -> Caller {
    let rights = portal.app.rights.get(1, || portal.app.store.read()).unwrap().expect("the administrator");
    let exercised = match route.access {
        Access::Perm(permission) => Some(permission),
        _ => None,
    };
    let who = Who::Person { session: String::new() };
    Caller { who, rights, origin: gx_portal::op::Origin::default(), exercised }
}

/// The answer of a list, and how many records it decoded.
fn asked(portal: &Portal, route: &Route, question: &Question) -> (Result<Value, AppError>, u64) {
    let Run::Read(run) = &route.run else { panic!("{} is no read", route.name()) };
    let given: Map<String, Value> =
        question.given.iter().map(|(name, value)| (name.clone(), Value::String(value.clone()))).collect();
    let given = input::coerce(route.input(), given, None).unwrap();
    let caller = administrator(portal, route);
    let before = store::decoded();
    let reply = portal.app.read(&caller, |view| run(view, given.clone()));
    let decoded = store::decoded() - before;
    let answer = reply.map(|reply| match reply {
        Reply::Json(bytes) => serde_json::from_slice(&bytes).unwrap(),
        other => panic!("{} answers {other:?}", route.name()),
    });
    (answer, decoded)
}

/// The first question of a list that reads too much, with what it read.
fn too_much(portal: &Portal, list: &List, walked: &mut usize, wrong: &mut Vec<String>) -> Option<(Question, u64)> {
    let route = &portal.routes[list.route];
    let plain = list.plain();
    let (answer, decoded) = asked(portal, route, &plain);
    let first = answer.map_or(Value::Null, |answer| answer["rows"][0].clone());
    if !first.is_object() {
        wrong.push(format!("{} shows nothing: it needs parameters (lists::NEEDS) or rows (growth)", list.path));
    }
    if decoded > MOST {
        return Some((plain, decoded));
    }
    let mut questions = list.words(&first);
    questions.extend(list.filters(&first));
    questions.extend(list.orders());
    questions.extend(list.far());
    questions.extend(list.facets(&first));
    for question in questions {
        let (answer, decoded) = asked(portal, route, &question);
        if decoded > MOST {
            return Some((question, decoded));
        }
        let is_order = question.given.iter().any(|(name, _)| name == "orderByColumn");
        match answer {
            Ok(_) => *walked += 1,
            // A field that the list shows beside its columns.
            Err(fault) if is_order && fault.message == "参数不符合规范，不能进行查询" => {}
            Err(fault) => wrong.push(format!("{} refuses {}: {}", list.path, question.what, fault.message)),
        }
    }
    None
}

#[test]
fn no_list_reads_a_whole_table() {
    let portal = city();
    let lists = lists::all(&portal.routes);
    assert!(lists.len() >= 50, "{} lists were found", lists.len());
    let (mut wrong, mut walked) = (Vec::new(), 0);
    for list in &lists {
        let found = too_much(&portal, list, &mut walked, &mut wrong);
        match (found, NOT_YET.contains(&list.path)) {
            (Some((question, decoded)), false) => {
                wrong.push(format!("{} ({}) decodes {decoded} records", list.path, question.what));
            }
            (None, true) => wrong.push(format!("{} reads no more than it shows: take it from NOT_YET", list.path)),
            _ => {}
        }
    }
    let gone = NOT_YET.iter().filter(|path| !lists.iter().any(|list| list.path == **path));
    wrong.extend(gone.map(|path| format!("{path} is no list any more")));
    assert!(wrong.is_empty(), "{} questions were fine\n{}", walked, wrong.join("\n"));
}

/// What the pages ask of one list: `tests/fixtures/asked-lists.json`, written by `ui/src/test/heads.test.tsx`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// Keys that its columns sort by.
    sorts: Vec<String>,
    /// Fields whose values it shows counts of.
    counts: Vec<String>,
}

/// Whether the rows are in order by a field that they show as numbers or days. Texts follow pinyin, computed orders are other
/// tests' matter (`columns/oracle`), rows without the field stand at one end.
fn is_ordered(answer: &Value, key: &str, ascending: bool) -> bool {
    let rows = answer["rows"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_day = |text: &str| text.len() >= 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
    let shown = rows.iter().filter_map(|row| match &row[key] {
        Value::Number(number) => number.as_i64().map(|number| (number, String::new())),
        Value::String(text) if is_day(text) => Some((0, text.clone())),
        _ => None,
    });
    let shown: Vec<(i64, String)> = shown.collect();
    shown.windows(2).all(|two| if ascending { two[0] <= two[1] } else { two[0] >= two[1] })
}

#[test]
fn every_list_sorts_and_counts_what_its_page_asks() {
    let text = std::fs::read_to_string("tests/fixtures/asked-lists.json").expect("written by heads.test.tsx");
    let heads: BTreeMap<String, Head> = serde_json::from_str(&text).expect("heads of lists");
    assert!(heads.len() >= 50, "{} lists were asked", heads.len());
    let portal = city();
    let lists = lists::all(&portal.routes);
    let (mut wrong, mut fine) = (Vec::new(), 0);
    for (path, head) in &heads {
        let Some(list) = lists.iter().find(|list| list.path == path) else {
            wrong.push(format!("{path} is no list of the server"));
            continue;
        };
        let order = |key: &str, way: &str| list.ask(format!("order {key}"), &[("orderByColumn", key), ("isAsc", way)]);
        for key in &head.sorts {
            for way in ["ascending", "descending"] {
                match asked(&portal, &portal.routes[list.route], &order(key, way)).0 {
                    Ok(answer) if is_ordered(&answer, key, way == "ascending") => fine += 1,
                    Ok(_) => wrong.push(format!("{path} is not {way} by {key}")),
                    Err(fault) => wrong.push(format!("{path} refuses order {key}: {}", fault.message)),
                }
            }
        }
        let mut questions: Vec<Question> = Vec::new();
        if !head.counts.is_empty() {
            questions.push(list.ask("counts", &[("facets", &head.counts.join(","))]));
        }
        for question in questions {
            match asked(&portal, &portal.routes[list.route], &question).0 {
                Ok(_) => fine += 1,
                Err(fault) => wrong.push(format!("{path} refuses {}: {}", question.what, fault.message)),
            }
        }
    }
    assert!(wrong.is_empty(), "{fine} questions were fine, but {wrong:#?}");
    assert!(fine > heads.len(), "only {fine} questions were asked");
}
