//! The operation log and the login log answer the same from columns as by reading the chain backwards, whatever is asked; and
//! where memory is short they go without before any list of the business does.

use gx_portal::columns::State;
use gx_portal::platform::audit::{AuditAction, AuditHead, AuditRow};
use gx_portal::records::list::filling;
use gx_portal::records::list::run::allowed_together;
use gx_portal::store::{Reads, Record, id, key};
use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::Value;

use crate::support::{self, Portal, scale};

/// Rows of many people, modules and addresses; the clock was put back now and then.
fn grow(portal: &Portal, many: u64) {
    support::act(&portal.app, move |op| {
        let mut rng = StdRng::seed_from_u64(3);
        let view = op.view();
        let head: AuditHead = view.tx.get(&key().str("head"))?.unwrap_or_default();
        let model: AuditRow = view.tx.get(&id(head.last))?.expect("a row");
        let mut at = model.at;
        for number in 1..=many {
            at.0 += rng.random_range(-400..60_000);
            let row = AuditRow {
                audit_id: head.last + number,
                at,
                title: (*["岗位管理", "用户管理", "合同台账", "登录"].choose(&mut rng).expect("titles")).into(),
                deed: *[0, 1, 2, 5, AuditAction::SignIn as u8].choose(&mut rng).expect("deeds"),
                actor: (*["admin", "Admin2", "hanmei", "job:bills", ""].choose(&mut rng).expect("actors")).into(),
                ip: format!("10.0.{}.{}", number % 3, number % 7),
                code: *[200, 200, 500].choose(&mut rng).expect("codes"),
                cost: rng.random_range(0..40),
                ..model.clone()
            };
            op.put_quietly(&row)?;
        }
        op.put_quietly(&AuditHead { last: head.last + many, ..head })?;
        Ok(())
    });
}

fn some(rng: &mut StdRng, name: &str, choice: &[&str]) -> Option<String> {
    rng.random_bool(0.3).then(|| format!("{name}={}", choice.choose(rng).expect("a choice")))
}

fn question(rng: &mut StdRng, sign_ins: bool) -> String {
    let order: &[&str] =
        if sign_ins { &["infoId", "userName", "loginTime"] } else { &["operId", "operName", "operTime", "costTime"] };
    let mut parts = vec![
        some(rng, "params[beginTime]", &["2024-09-29", "2024-09-30", "2024-10-01"]),
        some(rng, "params[endTime]", &["2024-09-30", "2024-10-02"]),
        some(rng, "status", &["0", "1", ""]),
        some(rng, "orderByColumn", order),
        some(rng, "isAsc", &["asc", "descending", "desc"]),
        some(rng, "pageNum", &["1", "2", "3", "999"]),
        some(rng, "pageSize", &["1", "7", "500"]),
    ];
    if sign_ins {
        parts.push(some(rng, "ipaddr", &["10.0.1", ".6", "x"]));
        parts.push(some(rng, "userName", &["ADMIN", "mei", "2"]));
    } else {
        parts.push(some(rng, "operIp", &["10.0.1", ".6", "x"]));
        parts.push(some(rng, "operName", &["ADMIN", "mei", "姓名", "job"]));
        parts.push(some(rng, "title", &["管理", "合同", "登"]));
        parts.push(some(rng, "businessTypes", &["1,2", "5", "9"]));
    }
    parts.into_iter().flatten().collect::<Vec<_>>().join("&")
}

fn state(portal: &Portal, table: &str) -> State {
    portal.app.columns.table(table).expect("kept in columns").state()
}

#[test]
fn logs_answer_from_columns_what_the_chain_says() {
    let portal = Portal::new();
    let token = portal.admin();
    portal.person("hanmei", 110, &[]);
    grow(&portal, 4_200);
    filling::fill_all(&portal.app).expect("filled");
    let mut rng = StdRng::seed_from_u64(scale::seed());
    let mut questions = Vec::new();
    for round in 0..scale::size(60, 400) {
        let path = if round % 2 == 0 { "operlog" } else { "logininfor" };
        questions.push(format!("/monitor/{path}/list?{}", question(&mut rng, round % 2 == 1)));
    }
    // Rows that come while the columns are there are in them, too.
    grow(&portal, 100);
    let ask = || questions.iter().map(|address| portal.get(address, &token)).collect::<Vec<Value>>();
    assert_eq!(state(&portal, AuditRow::TABLE), State::Ready);
    let by_columns = ask();
    let differ = portal.app.columns.compare(AuditRow::TABLE, 10, || portal.app.store.read()).expect("compared");
    assert!(differ.is_empty(), "{differ:?}");
    // So many rows are filled in the background, and nobody does that here.
    portal.app.columns.table(AuditRow::TABLE).expect("kept in columns").forget();
    let by_reading = ask();
    assert_eq!(state(&portal, AuditRow::TABLE), State::Empty);
    let mut shown = 0;
    for ((address, one), other) in questions.iter().zip(&by_columns).zip(&by_reading) {
        assert_eq!(one["code"], 200, "{address}: {one}");
        assert_eq!((&one["total"], &one["rows"]), (&other["total"], &other["rows"]), "{address}");
        shown += one["rows"].as_array().expect("rows").len();
    }
    assert!(shown > questions.len(), "only {shown} rows were compared");
}

#[test]
fn logs_give_way_when_memory_is_short() {
    let portal = Portal::new();
    grow(&portal, 2_000);
    filling::fill_all(&portal.app).expect("filled");
    let tables = &portal.app.columns;
    assert_eq!(tables.names().last(), Some(&AuditRow::TABLE), "filled last");
    assert_eq!(state(&portal, AuditRow::TABLE), State::Ready);
    // Nothing gives way while there is room.
    tables.give_way(allowed_together(&portal.app));
    assert_eq!(state(&portal, AuditRow::TABLE), State::Ready);
    let log = tables.table(AuditRow::TABLE).expect("kept").standing("audit".into());
    assert!(log.bytes / log.rows <= 24, "{} bytes of {} rows", log.bytes, log.rows);
    let business = tables.bytes() - tables.table(AuditRow::TABLE).expect("kept").bytes();
    // A table of the business that is filled again finds the room that the log takes.
    let today = portal.app.clock.today();
    tables.table("user").expect("kept").forget();
    tables.fill("user", today, business + 100, || portal.app.store.read()).expect("filled");
    assert_eq!(state(&portal, "user"), State::Ready);
    assert_eq!(state(&portal, AuditRow::TABLE), State::Off { allowed: business + 100 });
    assert!(tables.bytes() <= business + 100, "{} of {business}", tables.bytes());
}
