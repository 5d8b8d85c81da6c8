//! Reminders of leases that end: whom they reach, once, and what they show.

use std::sync::Arc;

use gx_portal::features::lease::contract::record::Lease;
use gx_portal::op::Caller;
use gx_portal::platform::audit::AuditAction;
use gx_portal::platform::identity::role::Role;
use gx_portal::platform::identity::user::User;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

use super::leases::{Town, c2, c3, make};
use crate::e1::with;
use crate::office::Office;
use crate::support;

/// The newest notice that somebody finds.
fn newest(town: &Town, token: &str) -> Value {
    let top = town.portal.get("/system/notice/listTop", token);
    let id = top["data"][0]["noticeId"].clone();
    town.portal.get(&format!("/system/notice/{id}"), token)["data"].clone()
}

#[test]
fn people_are_told_once_of_leases_that_end_in_their_own_scope() {
    let town = Town::new();
    let role = town.portal.role("letters", &["lease:expiring:list"], 3, &[]);
    town.portal.person("insider", 110, &[role]);
    town.portal.person("outsider", 120, &[role]);
    // 30 days after 2024-09-30
    town.signed(with(c2(), json!({"endDate": "2024-10-30"})), "2024-03-10");
    town.signed(with(c3(), json!({"endDate": "2024-11-05"})), "2024-05-10");
    let run = || support::run_job(&town.portal.app, "remind.run").unwrap();
    assert_eq!(run(), "已发送 1 条提醒");
    assert_eq!(run(), "没有需要提醒的合同和缴款承诺", "once a day");
    let notices = |who: &str| {
        let top = town.portal.get("/system/notice/listTop", &town.portal.token(who));
        top["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["noticeTitle"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(notices("insider"), ["合同到期提醒：1 份合同"]);
    assert_eq!(notices("outsider"), Vec::<String>::new());
    // the job was missed for some days: the second lease's thirtieth day lies among them
    town.portal.app.clock.advance(9 * 86_400_000);
    assert_eq!(run(), "已发送 1 条提醒");
    assert_eq!(notices("insider").len(), 2);
}

#[test]
fn of_people_with_the_same_role_each_is_told_of_what_he_wrote_where_that_is_all_he_sees() {
    let town = Town::new();
    let own = town.portal.role("own letters", &["lease:expiring:list"], 5, &[]);
    let disabled = town.portal.role("letters of all", &["lease:expiring:list"], 1, &[]);
    let [writer, other] = ["writer", "other"].map(|name| town.portal.person(name, 110, &[own]));
    let late = town.portal.person("late", 110, &[own, disabled]);
    let lease = town.signed(with(c2(), json!({"endDate": "2024-10-30"})), "2024-03-10");
    town.signed(with(c3(), json!({"endDate": "2024-10-30"})), "2024-05-10");
    let caller = Arc::new(Caller::console("test", "test"));
    let prepare = move |op: &mut gx_portal::op::Op| {
        let mut lease: Lease = op.view().tx.get(&id(lease))?.expect("a lease");
        lease.owned.creator = writer;
        op.put_quietly(&lease)?;
        let role: Option<Role> = op.view().tx.get(&id(disabled))?;
        op.put_quietly(&Role { enabled: false, ..role.expect("a role") })
    };
    town.portal.app.act(&caller, "test", AuditAction::Other, prepare).unwrap();
    let summary = support::run_job(&town.portal.app, "remind.run").unwrap();
    assert!(summary.starts_with("已发送"), "{summary}");
    let titles = |who: &str| {
        let top = town.portal.get("/system/notice/listTop", &town.portal.token(who));
        let rows = top["data"].as_array().unwrap().clone();
        rows.iter().map(|row| row["noticeTitle"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles("writer"), ["合同到期提醒：1 份合同"]);
    assert_eq!((titles("other"), titles("late")), (Vec::new(), Vec::new()), "{other} {late}");
}

#[test]
fn a_reminder_shows_names_as_they_are_written_and_no_markup_of_theirs() {
    let town = Town::new();
    let named = json!({"tenantName": "<b onclick=x>云岭</b>&小吃店", "kind": 1, "deptId": 110});
    let tenant = make(&town.portal, "/lease/tenant", named);
    town.signed(with(c2(), json!({"tenantId": tenant, "endDate": "2024-10-30"})), "2024-03-10");
    assert_eq!(support::run_job(&town.portal.app, "remind.run").unwrap(), "已发送 1 条提醒");
    let content = newest(&town, &town.admin)["noticeContent"].clone();
    let content = content.as_str().unwrap();
    assert!(content.contains("&lt;b onclick=x&gt;云岭&lt;/b&gt;&amp;小吃店"), "{content}");
}

#[test]
fn any_number_of_people_is_reminded_of_any_number_of_leases() {
    let town = Town::new();
    let role = town.portal.role("letters", &["lease:expiring:list"], 1, &[]);
    let person = town.portal.person("insider", 110, &[role]);
    let lease = town.signed(with(c2(), json!({"endDate": "2024-10-30"})), "2024-03-10");
    let caller = Arc::new(Caller::console("test", "test"));
    // a large authority: more readers than a notice names, and more leases than one can be read in
    let more = move |op: &mut gx_portal::op::Op| {
        let lease: Lease = op.view().tx.get(&id(lease))?.expect("a lease");
        let user: User = op.view().tx.get(&id(person))?.expect("a person");
        for number in 0..2_100 {
            let user_name = format!("reader{number}");
            op.put_quietly(&User { user_id: 9_000 + number, user_name, ..user.clone() })?;
        }
        for number in 0..230 {
            let lease_no = format!("云合同〔2024〕{}号", 7_000 + number);
            op.put_quietly(&Lease { lease_id: 9_000 + number, lease_no, ..lease.clone() })?;
        }
        Ok(())
    };
    town.portal.app.act(&caller, "测试", gx_portal::platform::audit::AuditAction::Other, more).unwrap();
    assert_eq!(support::run_job(&town.portal.app, "remind.run").unwrap(), "已发送 1 条提醒");
    let notice = newest(&town, &town.portal.token("insider"));
    assert_eq!(notice["noticeTitle"], "合同到期提醒：231 份合同");
    let content = notice["noticeContent"].as_str().unwrap();
    assert_eq!(content.matches("<li>").count(), 200);
    assert!(content.contains("另有 31 项，请在“到期提醒”页面查看"), "{content}");
    let of_the_last = newest(&town, &town.portal.token("reader2099"));
    assert_eq!(of_the_last["noticeTitle"], "合同到期提醒：231 份合同");
}

#[test]
fn a_reminder_of_the_program_waits_for_nobody_who_decides_about_notices() {
    let office = Office::new();
    office.standard("notice");
    office.town.signed(with(crate::e1::c2(), json!({"endDate": "2024-10-30"})), "2024-03-10");
    let portal = office.portal();
    assert_eq!(support::run_job(&portal.app, "remind.run").unwrap(), "已发送 1 条提醒");
    let top = portal.get("/system/notice/listTop", &office.town.clerk);
    assert_eq!(top["data"][0]["noticeTitle"], "合同到期提醒：1 份合同", "{top}");
}
