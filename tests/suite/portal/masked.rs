//! What is masked or sealed is told by no way round: not by a filter, a word, an order or a count of any list, a choice, a
//! history, an export or the search over data.

use crate::support;
use gx_portal::platform::identity::menu::Menu;
use gx_portal::route::{Access, AuditAction, Method, Route};
use gx_portal::store::Reads;
use serde_json::{Value, json};
use support::{PASSWORD, Portal};

/// A value that is masked: what it belongs to, the whole of it, parts of it that hold what the mask hides.
struct Masked {
    of: &'static str,
    whole: &'static str,
    parts: &'static [&'static str],
}

/// Values that lists show masked, or not at all. What comparisons, registers and processes tell is asked by
/// `api/hidden.rs`; keys and hashes leave the server nowhere (`api/every_route.rs`).
const MASKED: &[Masked] = &[
    Masked {
        of: "telephone of a colleague",
        whole: "13987604321",
        parts: &["8760", "98760", "1398760", "13987604", "3987604321", "87604321", "１３９８７６０"],
    },
    Masked { of: "telephone of a tenant", whole: "13698765432", parts: &["9876543", "136987", "1369876", "98765432"] },
    Masked {
        of: "certificate of a tenant",
        whole: "530102987654321234",
        parts: &["98765432", "987654", "53010298765432", "5301029876", "8765432123"],
    },
    Masked { of: "account of a party A", whole: "6222098760430001", parts: &["622209876", "98760430", "0987604"] },
];

/// The fields behind them, for orders and counts.
const FIELDS: &[&str] = &[
    "phonenumber",
    "phone",
    "phoneShown",
    "phoneTail",
    "idNo",
    "idMark",
    "idTail",
    "idShown",
    "accounts",
    "accountNo",
];

/// Rights that show them in clear, or the rows with them.
const CLEAR: &[&str] =
    &["system:user:query", "system:user:edit", "lease:tenant:pii", "asset:partyA:pii", "system:user:export"];

/// Whether a number is the one that is hidden: another of the same shape.
fn another(part: &str) -> String {
    part.replace("87604", "13579")
        .replace("8760", "1357")
        .replace("98765", "75319")
        .replace("9876", "7531")
        .replace("8765", "1357")
        .replace("987", "753")
        .replace("８７６０", "１３５７")
}

/// Whether a field takes any text: moments of the family are told when they are none, orders are another test's.
fn takes_words(field: &str) -> bool {
    !["orderByColumn", "isAsc"].contains(&field) && !field.starts_with("begin") && !field.starts_with("end")
}

fn prober(portal: &Portal) -> String {
    let menus: Vec<Menu> = portal.app.store.read().unwrap().all().unwrap();
    let all: Vec<String> = menus.into_iter().map(|menu| menu.perms).collect();
    let all: Vec<&str> =
        all.iter().map(String::as_str).filter(|perm| !perm.is_empty() && !CLEAR.contains(perm)).collect();
    let role = portal.role("prober", &all, 1, &[]);
    portal.person("prober", 110, &[role]);
    portal.token("prober")
}

/// A colleague, a tenant and a party A with numbers of their own.
fn planted(portal: &Portal) {
    let admin = portal.admin();
    let good = |answer: Value| assert_eq!(answer["code"], 200, "{answer}");
    good(portal.post(
        "/system/user",
        &admin,
        json!({"userName": "colleague", "realName": "同事甲", "deptId": 110, "phonenumber": MASKED[0].whole, "password": PASSWORD}),
    ));
    good(portal.post(
        "/lease/tenant",
        &admin,
        json!({"tenantName": "欧阳甲乙丙", "kind": 2, "idNo": MASKED[2].whole, "phone": MASKED[1].whole, "deptId": 120}),
    ));
    let party = portal.get("/asset/partyA/list?pageSize=1", &admin)["rows"][0].clone();
    let mut form = portal.get(&format!("/asset/partyA/{}", party["partyAId"]), &admin)["data"].clone();
    form["accounts"] =
        json!([{"bank": "云川银行", "name": form["partyAName"], "accountNo": MASKED[3].whole, "isDefault": true}]);
    good(portal.put("/asset/partyA", &admin, form));
}

/// Reads of lists, choices and the search, with the fields that take a text.
fn ways(portal: &Portal) -> Vec<(String, Vec<String>)> {
    let is_read = |route: &&Route| {
        route.method == Method::Get
            && !route.path.contains('{')
            && !matches!(route.access, Access::Public { .. })
            && route.audit.is_none_or(|(_, deed)| deed == AuditAction::Export)
            && route.path != "/portal/events"
    };
    let texts = |route: &Route| {
        let schema = serde_json::to_value(route.input()).unwrap();
        let fields = schema["properties"].as_object().cloned().unwrap_or_default();
        let is_text = |field: &Value| field["type"].to_string().contains("string") && field["format"].is_null();
        fields.iter().filter(|(_, field)| is_text(field)).map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let found = portal.routes.iter().filter(is_read).map(|route| (route.path.to_owned(), texts(route)));
    found.collect()
}

#[test]
fn no_part_of_a_masked_number_is_found_by_any_list() {
    let portal = Portal::city();
    planted(&portal);
    let token = prober(&portal);
    let mut asked = 0;
    for (path, fields) in ways(&portal) {
        if path.ends_with("/export") || path.ends_with("importTemplate") {
            continue;
        }
        for field in fields.iter().filter(|field| takes_words(field)) {
            for masked in MASKED {
                for part in masked.parts {
                    let ask = |word: &str| {
                        let coded = percent_encoding::utf8_percent_encode(word, percent_encoding::NON_ALPHANUMERIC);
                        portal.get(&format!("{path}?{field}={coded}"), &token).to_string().replace(word, "…")
                    };
                    let (right, wrong) = (ask(part), ask(&another(part)));
                    let is_day = [&right, &wrong].iter().any(|said| said.contains("应为 2024-01-31"));
                    // a job may write into a log between the two questions; what is told is told again
                    let is_same = || right == wrong || ask(part) == ask(&another(part));
                    assert!(is_day || is_same(), "{path}?{field}= tells {part} of the {}", masked.of);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
}

#[test]
fn no_list_is_ordered_or_counted_by_a_masked_field_and_none_shows_it() {
    let portal = Portal::city();
    planted(&portal);
    let token = prober(&portal);
    for (path, _) in ways(&portal).into_iter().filter(|(path, _)| path.ends_with("/list") || path.ends_with("List")) {
        for field in FIELDS {
            let order =
                |way: &str| portal.get(&format!("{path}?orderByColumn={field}&isAsc={way}"), &token)["rows"].clone();
            assert_eq!(order("asc"), order("desc"), "{path} is ordered by {field}");
            let counts = portal.get(&format!("{path}?facets={field}"), &token);
            assert!(counts["facets"][*field].is_null(), "{path} is counted by {field}: {counts}");
        }
        let text = portal.get(&format!("{path}?pageSize=10000"), &token).to_string();
        for masked in MASKED {
            assert!(!text.contains(masked.whole), "{path} shows the {}", masked.of);
        }
    }
    for (kind, list, key) in
        [("tenant", "/lease/tenant/list?keyWord=欧阳甲乙丙", "tenantId"), ("partyA", "/asset/partyA/list", "partyAId")]
    {
        let row = portal.get(list, &token)["rows"][0].clone();
        let history = portal.get(&format!("/portal/history?kind={kind}&id={}", row[key]), &token).to_string();
        assert!(MASKED.iter().all(|masked| !history.contains(masked.whole)), "{kind}: {history}");
    }
}

/// The cells of an exported workbook as text; an answer that is none as it is.
fn describe(portal: &Portal, path: &str, token: &str) -> String {
    let answer = portal.request("POST", path, token, Some(""));
    if !answer.bytes.starts_with(b"PK") {
        return String::from_utf8_lossy(&answer.bytes).into_owned();
    }
    crate::wide::texts(&answer.bytes)
}

#[test]
fn no_export_holds_a_masked_number_or_is_narrowed_by_a_part_of_one() {
    let portal = Portal::city();
    planted(&portal);
    let token = prober(&portal);
    let (mut written, mut asked) = (0, 0);
    for (path, fields) in ways(&portal).into_iter().filter(|(path, _)| path.ends_with("/export")) {
        let all = describe(&portal, &path, &token);
        written += usize::from(all.contains("<row"));
        for masked in MASKED {
            assert!(!all.contains(masked.whole), "{path} holds the {}", masked.of);
        }
        // The log of operations holds each question of this test.
        for field in fields.iter().filter(|field| takes_words(field) && !path.contains("/operlog/")) {
            for (masked, part) in MASKED.iter().map(|masked| (masked, masked.parts[masked.parts.len() - 1])) {
                let ask = |word: &str| {
                    let coded = percent_encoding::utf8_percent_encode(word, percent_encoding::NON_ALPHANUMERIC);
                    describe(&portal, &format!("{path}?{field}={coded}"), &token).replace(word, "…")
                };
                let (right, wrong) = (ask(part), ask(&another(part)));
                let is_day = [&right, &wrong].iter().any(|said| said.contains("应为 2024-01-31"));
                let is_same = || right == wrong || ask(part) == ask(&another(part));
                assert!(is_day || is_same(), "{path}?{field}= tells {part} of the {}", masked.of);
                asked += 1;
            }
        }
    }
    assert!(written > 20 && asked > 100, "{written} workbooks, {asked} questions");
}

#[test]
fn whole_numbers_find_their_owner_and_are_counted_when_they_find_nobody() {
    let portal = Portal::city();
    planted(&portal);
    let token = prober(&portal);
    let found = |path: &str, number: &str| portal.get(&format!("{path}={number}"), &token);
    let ways = [
        ("/system/user/getRealUserList?phonenumber", MASKED[0].whole),
        ("/system/user/getRealUserList?keyWord", MASKED[0].whole),
        ("/system/user/list?phonenumber", MASKED[0].whole),
        ("/system/user/list?keyWord", MASKED[0].whole),
        ("/lease/tenant/list?keyWord", MASKED[1].whole),
        ("/lease/tenant/list?keyWord", MASKED[2].whole),
    ];
    for (path, number) in ways {
        for _ in 0..100 {
            let answer = found(path, number);
            assert_eq!(answer["total"], 1, "{path}={number}: {answer}");
            assert!(!answer.to_string().contains(number), "{path} shows what it was asked with");
        }
    }
    let refused = (0..200).map(|n| found(ways[n % ways.len()].0, &format!("137{n:08}"))).find(|one| one["code"] == 500);
    let refused = refused.expect("somebody who tries numbers out is stopped");
    assert!(refused["msg"].as_str().unwrap().contains("按号码查找而没有找到的次数过多"), "{refused}");
    for (path, number) in ways {
        assert_eq!(found(path, number)["code"], 500, "{path}: a right one is not told from a wrong one then");
    }
    assert_eq!(found("/system/user/getRealUserList?keyWord", "同事甲")["total"], 1, "names are found as ever");
    let admin = portal.admin();
    assert_eq!(
        portal.get(&format!("/system/user/list?keyWord={}", MASKED[0].whole), &admin)["total"],
        1,
        "by others too"
    );
    portal.app.clock.advance(3 * 60_000);
    assert_eq!(found(ways[0].0, MASKED[0].whole)["total"], 1, "after a while");
    // Taking a number over says whether it is a colleague's.
    let own = portal.person("second", 110, &[]);
    let other = portal.token("second");
    let take = |n: u32| portal.put("/system/user/profile", &other, json!({"phonenumber": format!("137{n:08}")}));
    let stopped = (0..100).map(take).find(|one| one["code"] == 500);
    assert!(stopped.is_some_and(|one| one["msg"].to_string().contains("次数过多")), "user {own}");
}
