//! Operations are done once: every route that moves money or makes a document takes a form's token, and the same token
//! answers the first result. The clock of the tests stands at 2024-09-30.

use crate::{e1, support};
use e1::{Town, c2, with};
use gx_portal::app::Running;
use gx_portal::error::Result;
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::idempotency::FormToken;
use gx_portal::idempotency::HEADER;
use gx_portal::op::{Caller, Op};
use gx_portal::route::{self, AuditAction, Nothing, Reply, Run, Text};
use gx_portal::store::{Reads, Record};
use poem::Request;
use poem::http::Method;
use serde_json::{Value, json};
use support::Portal;

const FORM: &str = "form-2024-09-30_a";
const DAY: i64 = 86_400_000;

/// Writes that make no document and move no money, with the reason. The list may only shrink.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("GET /fin/bill/notice", "a print that names an account in full: the row says who saw it, nothing is made"),
    ("POST /lease/tenant/personal", "shows personal data, which is not to lie in the store a second time"),
];

fn send(portal: &Portal, path: &str, token: &str, form: &str, body: &Value) -> Vec<u8> {
    let request = Request::builder()
        .method(Method::POST)
        .uri(format!("/gx_portal/prod-api{path}").parse().unwrap())
        .header("authorization", format!("Bearer {token}"))
        .header(HEADER, form)
        .content_type("application/json")
        .body(body.to_string());
    portal.send(request).bytes
}

fn post(town: &Town, path: &str, form: &str, body: &Value) -> Value {
    serde_json::from_slice(&send(&town.portal, path, &town.clerk, form, body)).unwrap()
}

/// A town with a let room, and the money of a month for it.
fn scene() -> (Town, Value) {
    let town = Town::new();
    let lease = town.signed(c2(), "2024-03-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let receipt = json!({"partyAId": 1, "tenantId": 2, "leaseId": lease, "amountFen": 480_000, "method": 1,
                         "valueDate": "2024-09-20"});
    (town, receipt)
}

fn receipts(town: &Town) -> u64 {
    town.get("/fin/receipt/list")["total"].as_u64().unwrap()
}

#[test]
fn every_write_of_books_and_leases_carries_the_mark() {
    let portal = Portal::new();
    let document = gx_portal::web::openapi::document(&portal.routes, "/gx_portal/prod-api");
    let (mut marked, mut excepted) = (0, Vec::new());
    for route in portal.routes.iter() {
        let Some((_, deed)) = route.audit else {
            assert!(!route.idempotent, "{} changes nothing", route.name());
            continue;
        };
        let shown = document["paths"][route.path][route.method.as_str().to_lowercase()]["parameters"].clone();
        let shown = shown.as_array().unwrap().iter().any(|parameter| parameter["name"] == HEADER);
        assert_eq!(shown, route.idempotent, "{}", route.name());
        let within = ["/fin/", "/lease/", "/expo/"].iter().any(|prefix| route.path.starts_with(prefix));
        // a workbook to take away is no document
        if !within || deed == AuditAction::Export {
            continue;
        }
        if route.idempotent {
            assert!(matches!(route.run, Run::Write(_) | Run::Portions(_)), "{}", route.name());
            marked += 1;
        } else {
            excepted.push(route.name());
        }
    }
    excepted.sort_unstable();
    assert_eq!(excepted, EXCEPTIONS.map(|(name, _)| name));
    assert!(marked > 50, "{marked}");
}

#[test]
fn six_clicks_at_once_make_one_receipt() {
    let (town, receipt) = scene();
    let audited = town.portal.audit_rows().len();
    let answers: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let click = || send(&town.portal, "/fin/receipt", &town.clerk, FORM, &receipt);
        let clicks: Vec<_> = (0..6).map(|_| scope.spawn(click)).collect();
        clicks.into_iter().map(|click| click.join().unwrap()).collect()
    });
    assert!(
        String::from_utf8_lossy(&answers[0]).contains("\"code\":200"),
        "{:?}",
        String::from_utf8_lossy(&answers[0])
    );
    assert!(answers.iter().all(|answer| *answer == answers[0]), "the same bytes");
    assert_eq!(receipts(&town), 1);
    assert_eq!(town.portal.audit_rows().len(), audited + 1, "one deed, one row");
    town.is_whole();
    support::chain_is_whole(&town.portal.app);
    // somebody else's form of the same name, and a client that sends none, are other forms
    let others = town.portal.person("second", 110, &[town.portal.role("all", &["fin:receipt:add"], 1, &[])]);
    assert!(others > 0);
    let second = town.portal.token("second");
    send(&town.portal, "/fin/receipt", &second, FORM, &with(receipt.clone(), json!({"amountFen": 1})));
    town.done(&town.clerk, "/fin/receipt", with(receipt, json!({"amountFen": 2})));
    assert_eq!(receipts(&town), 3);
}

#[test]
fn six_clicks_on_long_work_are_one_deed_too() {
    // Done ahead on six snapshots at once, of which each knows nothing of the others.
    let (town, _) = scene();
    let audited = town.portal.audit_rows().len();
    let answers: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let click = || send(&town.portal, "/expo/entry/candidates", &town.clerk, FORM, &json!({}));
        let clicks: Vec<_> = (0..6).map(|_| scope.spawn(click)).collect();
        clicks.into_iter().map(|click| click.join().unwrap()).collect()
    });
    let first = String::from_utf8_lossy(&answers[0]);
    assert!(first.contains("\"code\":200"), "{first}");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "the same bytes");
    assert_eq!(town.portal.audit_rows().len(), audited + 1, "one deed, one row");
    support::chain_is_whole(&town.portal.app);
}

#[test]
fn a_token_stands_for_one_content_of_one_route() {
    let (town, receipt) = scene();
    let first = post(&town, "/fin/receipt", FORM, &receipt);
    let turned: serde_json::Map<String, Value> = receipt.as_object().unwrap().clone().into_iter().rev().collect();
    assert_eq!(post(&town, "/fin/receipt", FORM, &Value::Object(turned)), first, "the order of fields is no content");
    let audited = town.portal.audit_rows().len();
    let other = post(&town, "/fin/receipt", FORM, &with(receipt.clone(), json!({"amountFen": 480_001})));
    assert_eq!((&other["code"], &other["msg"]), (&json!(500), &json!("该表单已提交，请刷新后重新填写")));
    assert_eq!(town.portal.audit_rows().len(), audited + 1, "the refusal leaves its row");
    let elsewhere =
        post(&town, "/fin/dunning", FORM, &json!({"billIds": [1], "channel": 1, "day": "2024-09-30", "said": "x"}));
    assert_eq!(elsewhere["msg"], "该表单已提交，请刷新后重新填写", "{elsewhere}");
    assert_eq!(receipts(&town), 1);
    for wrong in ["short", "with space-", "中文中文中文", &"x".repeat(65)] {
        let answer = post(&town, "/fin/receipt", wrong, &receipt);
        assert_eq!(answer["msg"], "表单标识不正确，请刷新页面后重试", "{wrong}");
    }
    assert_eq!(receipts(&town), 1);
}

#[test]
fn a_refused_form_is_corrected_and_sent_again() {
    let (town, receipt) = scene();
    let refused = post(&town, "/fin/receipt", FORM, &with(receipt.clone(), json!({"amountFen": 0})));
    assert_eq!(refused["code"], 500, "{refused}");
    let done = post(&town, "/fin/receipt", FORM, &receipt);
    assert_eq!(done["code"], 200, "{done}");
    assert_eq!(post(&town, "/fin/receipt", FORM, &receipt), done);
    assert_eq!(receipts(&town), 1);
    // a write in two halves, whose first half would refuse what is done already
    let close = json!({"partyAId": 1, "month": "2024-03-01"});
    let closed = post(&town, "/fin/close", "close-of-march", &close);
    assert_eq!(closed["code"], 200, "{closed}");
    assert_eq!(post(&town, "/fin/close", "close-of-march", &close), closed);
    assert_eq!(post(&town, "/fin/close", "close-of-march-2", &close)["code"], 500);
    // a run in portions
    let run = post(&town, "/fin/bill/generate", "bill-run-1", &json!({}));
    assert_eq!(post(&town, "/fin/bill/generate", "bill-run-1", &json!({})), run);
    let other = post(&town, "/fin/bill/generate", "bill-run-1", &json!({"leaseIds": [1]}));
    assert_eq!(other["msg"], "该表单已提交，请刷新后重新填写");
}

#[test]
fn a_form_is_remembered_over_a_restart_and_for_a_week() {
    let (town, receipt) = scene();
    let first = post(&town, "/fin/receipt", FORM, &receipt);
    let Town { portal, .. } = town;
    let portal = portal.restarted();
    let (clerk, boss) = (portal.admin(), String::new());
    let mut town = Town { portal, clerk, boss };
    assert_eq!(post(&town, "/fin/receipt", FORM, &receipt), first);
    assert_eq!(receipts(&town), 1);
    let app = town.portal.app.clone();
    let marks = || app.store.read().unwrap().count::<FormToken>().unwrap();
    app.clock.advance(6 * DAY);
    support::run_job(&app, "sweep.run").unwrap();
    assert_eq!(marks(), 1);
    app.clock.advance(2 * DAY);
    let told = support::run_job(&app, "sweep.run").unwrap();
    assert!(told.contains("1 个过期的表单标识"), "{told}");
    assert_eq!(marks(), 0);
    town.clerk = town.portal.admin();
    assert_eq!(post(&town, "/fin/receipt", FORM, &receipt)["code"], 200);
    assert_eq!(receipts(&town), 2, "after a week the form is forgotten");
}

/// An operation with an answer that is too long to keep.
fn talkative(op: &mut Op, _: Nothing) -> Result<Text> {
    op.next_id::<Receipt>()?;
    Ok(Text("长".repeat(30_000)))
}

#[test]
fn a_long_answer_is_not_kept_and_the_deed_not_repeated() {
    let portal = Portal::new();
    let route =
        route::write(route::Method::Post, "/long", talkative).signed_in().audit("长", AuditAction::Other).idempotent();
    let mut caller = Caller::console("test", "test");
    caller.origin.form_token = Some(FORM.to_owned());
    let caller = std::sync::Arc::new(caller);
    let send = || match portal.app.run(&route, &caller, json!({}))? {
        Running::Done(reply) => Ok(reply),
        Running::Committing(pending) => pending.wait(),
    };
    assert!(matches!(send(), Ok(Reply::Json(bytes)) if bytes.len() > 64 << 10));
    assert_eq!(send().unwrap_err().message, "该表单已提交成功，请刷新页面查看结果，不要重复提交");
    assert_eq!(portal.app.store.read().unwrap().sequence(Receipt::TABLE).unwrap(), 1);
}
