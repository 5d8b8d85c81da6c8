//! Every route is sent what no page sends: what a field can't hold, what no number reaches, text that is none, bodies that
//! break off. Whatever comes, the answer is planned: a sentence in Chinese, never our own failure; before somebody is
//! signed in nothing of it is read, and nothing is written; afterwards the store is whole.
//!
//! The inputs are made from the shapes of the routes, in an order of their own: two runs send the same.

use super::references::{Houses, REFERENCES};
use super::stages::token_at;
use crate::shapes::{Field, fields, filled, put, saying};
use crate::support::{self, Answer, PASSWORD, Portal, scale};
use gx_portal::features::PRODUCT;
use gx_portal::features::system::config;
use gx_portal::platform::session::Stage;
use gx_portal::route::{Access, Method, Route};
use gx_portal::store::RawRead;
use gx_portal::upkeep::doctor;
use gx_portal::web::input;
use poem::Request;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Bound;

/// What a field may be given.
fn hostile() -> Vec<Value> {
    let deep = (0..60).fold(json!(1), |inner, _| json!({ "a": inner }));
    vec![
        json!(null),
        json!(i64::MAX),
        json!("长".repeat(3_400)),
        json!(0),
        json!("\0\u{1}\u{1b}[31m\u{7f}\r\n\t"),
        json!(-1),
        json!(u64::MAX),
        json!("\u{202e}\u{feff}\u{200d}👨‍👩‍👧\u{e000}\u{10ffff}"),
        json!(i64::MIN),
        json!(""),
        json!("../../../etc/passwd"),
        json!(1e308),
        json!(vec!["1"; 300]),
        json!("9999-12-31"),
        json!("' OR 1=1;--<script>=cmd|' /C calc'!A0"),
        json!([]),
        json!("0000-00-00"),
        json!({}),
        json!("18446744073709551616"),
        json!(0.5),
        json!("１２３"),
        json!([null, [], {}]),
        json!("-0"),
        json!(true),
        json!("%00%ff"),
        deep,
    ]
}

/// Whole bodies that are no form.
fn bodies() -> Vec<Vec<u8>> {
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(5_000), close.repeat(5_000)).into_bytes();
    let texts = ["null", "true", "\"x\"", "[]", "[[]]", "{", "{\"a\":}", "\u{feff}{}", "{\"id\":1e400}", "NaN"];
    let mut bodies: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    bodies.push(b"{\"id\":\"\\ud800\",\"code\":\"\\udc00\\ud800\"}".to_vec());
    bodies.push(b"{\"id\":1,\"id\":\"2\",\"id\":[3]}".to_vec());
    bodies.push(b"{\"remark\":\"\xff\xfe\xc0\x80\"}".to_vec());
    bodies.push(nested("[", "]"));
    bodies.push(nested("{\"a\":", ""));
    bodies
}

/// Queries that are none.
const QUERIES: [&str; 8] = [
    "?%",
    "?%ff%fe=%zz&=&&a=%00",
    "?a[b[c[d[e]=1&a=2&a[b]=3&[]=4&[=5",
    "?pageNum=18446744073709551615&pageSize=18446744073709551615&params[beginTime]=%ff",
    "?pageNum=9007199254740993&pageSize=9999&orderByColumn=createTime%00&isAsc=sideways",
    "?pageNum=0&pageSize=0&orderByColumn=constructor&isAsc=asc&id=-1&ids=,,,&year=99999&month=13",
    "?pageNum=1&pageNum=2&pageSize=-1&idsOnly=maybe&reasonable=2",
    "?orderByColumn=a,b,c,%E4%B8%AD&params=1&params[dataScope]=or+1=1",
];

/// Bodies of uploads that break off or hold nothing, with the boundary `gx`.
fn uploads(field: &str) -> Vec<Vec<u8>> {
    let part = |name: &str, file: &str, content: &[u8]| {
        let head = format!("--gx\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\r\n");
        [head.as_bytes(), content, b"\r\n"].concat()
    };
    let whole = |content: &[u8], file: &str| [part(field, file, content), b"--gx--\r\n".to_vec()].concat();
    vec![
        Vec::new(),
        b"--gx--\r\n".to_vec(),
        b"--other\r\n\r\nx\r\n--other--\r\n".to_vec(),
        part(field, "x.xlsx", b"broken off"),
        whole(b"", "x.xlsx"),
        whole(b"PK\x03\x04 no workbook", "x.xlsx"),
        whole(&[0xff; 2_000], "../../\u{202e}xslx.exe"),
        whole("编号,名称\n1,=cmd|x\n".as_bytes(), "x.csv"),
        whole(b"{\"rows\": [[[[]]]]}", "x.json"),
        b"--gx\r\ncontent-disposition: form-data\r\n\r\nx\r\n--gx--\r\n".to_vec(),
        b"--gx\r\n\xff\xff: \x00\r\n\r\nx\r\n--gx--\r\n".to_vec(),
    ]
}

/// What stands for the parameters of a path.
const PARAMETERS: [&str; 10] = [
    "%00",
    "%ff%fe",
    "%zz",
    "-1",
    "18446744073709551616",
    "1,2,,x",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%F0%9F%98%80%E2%80%AE",
    "0",
    "9223372036854775807",
];

/// A path whose parameters are all this.
fn path(route: &Route, parameter: &str) -> String {
    let part = |part: &'static str| if part.starts_with('{') { parameter } else { part };
    route.path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// A request as it goes over the wire.
#[derive(Clone)]
struct Sent {
    path: String,
    kind: &'static str,
    body: Option<Vec<u8>>,
}

const JSON: &str = "application/json";
const FORM: &str = "multipart/form-data; boundary=gx";

/// So many of these in a row, from a place on that turns from route to route: together the routes see all of them.
fn some<T: Clone>(all: &[T], first: usize, many: usize) -> impl Iterator<Item = T> {
    (0..many.min(all.len())).map(move |place| all[(first * many + place) % all.len()].clone())
}

/// Requests that are wrong as such, whatever the route asks for.
fn broken(route: &Route, first: usize) -> Vec<Sent> {
    let plain = path(route, "1");
    let get = |path: String| Sent { path, kind: JSON, body: (route.method != Method::Get).then(|| b"{}".to_vec()) };
    let mut sent: Vec<Sent> =
        some(&QUERIES, first, scale::size(1, 3)).map(|query| get(format!("{plain}{query}"))).collect();
    if route.path.contains('{') {
        sent.extend(some(&PARAMETERS, first, scale::size(2, 4)).map(|parameter| get(path(route, parameter))));
    }
    if route.method == Method::Get {
        return sent;
    }
    let with = |kind: &'static str, body: Vec<u8>| Sent { path: plain.clone(), kind, body: Some(body) };
    if let Some(upload) = route.upload {
        sent.extend(uploads(upload.field).into_iter().map(|body| with(FORM, body)));
        sent.push(with("multipart/form-data", b"--gx--\r\n".to_vec()));
        sent.push(with(JSON, b"{\"file\":{\"path\":\"/etc/passwd\",\"name\":\"x\",\"size\":1}}".to_vec()));
        return sent;
    }
    sent.extend(some(&bodies(), first, scale::size(2, 4)).map(|body| with(JSON, body)));
    let kinds = [
        ("text/plain", "{}"),
        ("application/x-www-form-urlencoded", "%=%&id=%ff&a[b[c]=1"),
        (FORM, "--gx--\r\n"),
        ("\u{e4}\u{f6};;=", "{}"),
    ];
    sent.extend(some(&kinds, first, 1).map(|(kind, body)| with(kind, body.as_bytes().to_vec())));
    sent
}

/// Forms of which one field is spoilt, by the ends of all numbers and so many others, which turn from field to field. What the shape refuses is refused without asking the route, and looked at here;
/// what passes is answered for sending.
fn spoilt(route: &Route, whole: &Value, first: usize, many: usize) -> Vec<Sent> {
    let values = hostile();
    let mut sent = vec![as_sent(route, whole)];
    for (place, Field { path: at, shape }) in fields(route).into_iter().enumerate() {
        let mut passed = Vec::new();
        let turn = (place + first) * 3 % values.len();
        for value in values.iter().cycle().skip(turn).take(values.len()).cloned() {
            let Value::Object(alone) = saying(&at, value.clone()) else { panic!("{at:?}") };
            match input::coerce(route.input(), alone, None) {
                Ok(_) => passed.push(value),
                Err(fault) => {
                    assert!(is_chinese(&fault.message), "{} {at:?}: {fault:?}", route.name());
                    assert!(fault.field.is_some(), "{} {at:?}: {fault:?}", route.name());
                }
            }
        }
        let is_end = |value: &Value| *value == json!(i64::MAX) || *value == json!(i64::MIN);
        let (ends, others): (Vec<Value>, Vec<Value>) = passed.into_iter().partition(is_end);
        let ends = ends.into_iter().filter(|_| shape["type"].to_string().contains("integer"));
        for value in ends.chain(others.into_iter().take(many)) {
            let mut form = whole.clone();
            put(&mut form, &at, value);
            sent.push(as_sent(route, &form));
        }
    }
    sent
}

fn as_sent(route: &Route, form: &Value) -> Sent {
    let plain = path(route, "1");
    if let Some(upload) = route.upload {
        let mut body = Vec::new();
        for (name, value) in form.as_object().into_iter().flatten().filter(|(name, _)| !name.starts_with("file")) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            body.extend(format!("--gx\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n").bytes());
        }
        body.extend(uploads(upload.field).swap_remove(5));
        return Sent { path: plain, kind: FORM, body: Some(body) };
    }
    if route.method != Method::Get {
        return Sent { path: plain, kind: JSON, body: Some(form.to_string().into_bytes()) };
    }
    let mut pairs = Vec::new();
    for (name, value) in form.as_object().into_iter().flatten() {
        let inner = |(key, value): (&String, &Value)| pair(&format!("{name}[{key}]"), value);
        match value {
            Value::Object(map) => pairs.extend(map.iter().map(inner)),
            Value::Array(items) => pairs.extend(items.iter().map(|item| pair(name, item))),
            value => pairs.push(pair(name, value)),
        }
    }
    Sent { path: format!("{plain}?{}", pairs.join("&")), kind: JSON, body: None }
}

fn pair(name: &str, value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let escaped =
        |text: &str| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string();
    format!("{}={}", escaped(name), escaped(&text))
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

fn send(portal: &Portal, route: &Route, token: &str, sent: &Sent) -> Answer {
    let mut request = Request::builder()
        .method(route.method.as_str().parse().expect("a method"))
        .uri(format!("/gx_portal/prod-api{}", sent.path).parse().expect("an address"));
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    portal.send(match &sent.body {
        Some(body) => request.header("content-type", sent.kind).body(body.clone()),
        None => request.finish(),
    })
}

/// What is said where a value is wrong that no shape describes.
const NAMELESS: &str = "请求参数不正确，请检查后重试";

/// Routes whose shape leaves a part open: a condition of a process, a document of any kind, the month of an early version.
const UNREAD: [&str; 8] = [
    "/appr/definition",
    "/appr/definition/validate",
    "/appr/definition/simulate",
    "/appr/new",
    "/appr/new/preview",
    "/appr/preview",
    "/appr/submit",
    "/fin/close/reopen",
];

/// The code of a planned answer; `None` when it is a file, a stream or a redirection.
fn planned(route: &Route, sent: &Sent, answer: &Answer) -> Option<u64> {
    let body = sent.body.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let what = || {
        let (asked, said) = (body.chars().take(2_000).collect::<String>(), String::from_utf8_lossy(&answer.bytes));
        format!(
            "{} {} {asked} → {} {}",
            route.name(),
            sent.path,
            answer.status,
            said.chars().take(400).collect::<String>()
        )
    };
    assert!(answer.status < 400, "{}", what());
    let kind = answer.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with(JSON) {
        return None;
    }
    let said: Value = serde_json::from_slice(&answer.bytes).unwrap_or_else(|_| panic!("no JSON: {}", what()));
    let (code, sentence) = (said["code"].as_u64().unwrap_or(200), said["msg"].as_str().unwrap_or_default());
    assert!(!sentence.contains("系统内部错误"), "our own failure: {}", what());
    assert!(code == 200 || is_chinese(sentence), "refused without a sentence: {}", what());
    assert!(sentence != NAMELESS || UNREAD.contains(&route.path), "about which field? {}", what());
    Some(code)
}

/// Routes in the order in which they are asked: what takes away comes last.
fn routes(portal: &Portal) -> Vec<&Route> {
    let mut routes: Vec<&Route> = portal.routes.iter().filter(|route| !route.path.starts_with("/testing/")).collect();
    let takes_away = |route: &Route| route.method == Method::Delete || route.path.contains("emove");
    routes.sort_by_key(|route| (route.method != Method::Get, takes_away(route)));
    routes
}

/// Requests that are right, each once, with the names of their routes.
fn right(houses: &Houses) -> Vec<(&'static str, Value)> {
    let mut right = Vec::new();
    for reference in REFERENCES {
        let request = (reference.route, (reference.form)(&houses.own));
        if !right.contains(&request) {
            right.push(request);
        }
    }
    right
}

#[test]
fn whoever_is_signed_in_is_answered_whatever_he_sends() {
    let houses = Houses::new();
    let portal = &houses.town.portal;
    support::act(&portal.app, |op| config::ops::set(op, "sys.login.addressPerMinute", "0"));
    let mut answers = BTreeMap::new();
    // Forms that are right but for one field get furthest.
    for (number, (name, form)) in right(&houses).into_iter().enumerate() {
        let route = portal.routes.iter().find(|route| route.name() == name).expect("a route");
        for sent in spoilt(route, &form, number, scale::size(1, 3)) {
            *answers.entry(planned(route, &sent, &send(portal, route, &houses.narrow, &sent))).or_insert(0) += 1;
        }
    }
    let mut token = portal.admin();
    for (number, route) in routes(portal).into_iter().enumerate() {
        for sent in broken(route, number).into_iter().chain(spoilt(route, &filled(route), number, 1)) {
            let code = planned(route, &sent, &send(portal, route, &token, &sent));
            *answers.entry(code).or_insert(0) += 1;
            if code == Some(401) {
                token = portal.admin();
            }
            assert_ne!(code, Some(605), "{} closed the portal for all that follow", route.name());
        }
    }
    let all: u32 = answers.values().sum();
    assert!(
        all > scale::size(4_000, 12_000) as u32 && answers[&Some(200)] > scale::size(400, 1_200) as u32,
        "too little was tried, or too little of it got far: {answers:?}"
    );
    assert!(answers.get(&Some(401)).is_none_or(|ended| *ended < 10), "most met no session: {answers:?}");
    // His password was guessed.
    portal.app.clock.advance(15 * 60_000);
    let answer = portal.sign_in("admin", PASSWORD);
    assert_eq!(answer["code"], 200, "the portal goes on: {answer}");
    is_whole(portal);
}

fn is_whole(portal: &Portal) {
    let report = doctor::run(&portal.app, "test", false).expect("examined");
    assert_eq!(report["ok"], true, "{report}");
}

/// What every table but those named holds.
fn rows(portal: &Portal) -> BTreeMap<&'static str, Vec<(Vec<u8>, Vec<u8>)>> {
    let reader = portal.app.store.read().expect("a snapshot");
    let table = |name: &'static str| {
        let mut rows = Vec::new();
        let mut visit = |key: &[u8], value: &[u8]| {
            rows.push((key.to_vec(), value.to_vec()));
            true
        };
        reader.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut visit).expect("read");
        (name, rows)
    };
    let kept = PRODUCT.tables().into_iter().filter(|table| !LEFT_BEHIND.contains(&table.name));
    kept.map(|info| table(info.name)).collect()
}

/// What signing in and being refused leave behind: the log, the session itself, wrong codes, a key of a second factor that
/// is not in force (and that something is sealed), what a page told of its crash.
const LEFT_BEHIND: &[&str] = &["audit", "audit_head", "session", "wrong_tries", "otp", "seal_check", "browser_error"];

#[test]
fn before_somebody_is_signed_in_nothing_is_read_and_nothing_written() {
    let portal = Portal::new();
    support::act(&portal.app, |op| config::ops::set(op, "sys.login.addressPerMinute", "0"));
    let before = rows(&portal);
    for (stage, code) in
        [(None, 401), (Some(Stage::Password), 602), (Some(Stage::Code), 603), (Some(Stage::Enrol), 603)]
    {
        let fresh = || stage.map_or_else(String::new, |stage| token_at(&portal, stage));
        let mut token = fresh();
        for (number, route) in routes(&portal).into_iter().enumerate() {
            let is_public = matches!(route.access, Access::Public { .. });
            // Which ones a stage reaches is the list of `stages.rs`.
            let reached = if is_public { stage.is_none() } else { stage.is_some_and(|stage| route.stages.has(stage)) };
            if reached {
                for sent in broken(route, number).into_iter().chain(spoilt(route, &filled(route), number, 1)) {
                    let answered = planned(route, &sent, &send(&portal, route, &token, &sent));
                    if answered == Some(401) && stage.is_some() {
                        token = fresh();
                    }
                }
                // The last of these may have ended it.
                token = fresh();
                continue;
            }
            for sent in some(&broken(route, number), number, 3).filter(|_| !is_public) {
                let answered = planned(route, &sent, &send(&portal, route, &token, &sent));
                // An address that is no text is no route's.
                let expected = if sent.path.contains("/%ff") { 404 } else { code };
                assert_eq!(answered, Some(expected), "{} {} {stage:?}", route.name(), sent.path);
            }
        }
    }
    let after = rows(&portal);
    let changed: Vec<&str> = before.keys().copied().filter(|name| before[name] != after[name]).collect();
    assert!(changed.is_empty(), "{changed:?}");
    is_whole(&portal);
}
