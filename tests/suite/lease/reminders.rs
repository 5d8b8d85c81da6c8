//! Reminders of leases that end: whom they reach, once, and what they show.

use serde_json::json;

use super::leases::{Town, c2, c3, make};
use crate::e1::with;
use crate::support;

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
fn a_reminder_shows_names_as_they_are_written_and_no_markup_of_theirs() {
    let town = Town::new();
    let named = json!({"tenantName": "<b onclick=x>云岭</b>&小吃店", "kind": 1, "deptId": 110});
    let tenant = make(&town.portal, "/lease/tenant", named);
    town.signed(with(c2(), json!({"tenantId": tenant, "endDate": "2024-10-30"})), "2024-03-10");
    assert_eq!(support::run_job(&town.portal.app, "remind.run").unwrap(), "已发送 1 条提醒");
    let top = town.portal.get("/system/notice/listTop", &town.admin);
    let id = top["data"][0]["noticeId"].clone();
    let content = town.portal.get(&format!("/system/notice/{id}"), &town.admin)["data"]["noticeContent"].clone();
    let content = content.as_str().unwrap();
    assert!(content.contains("&lt;b onclick=x&gt;云岭&lt;/b&gt;&amp;小吃店"), "{content}");
}
