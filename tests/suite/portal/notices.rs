//! Notices: who sees what and when, readings, signals to browsers.

use crate::support;
use gx_portal::events::Signal;
use serde_json::{Value, json};
use support::Portal;

fn form(title: &str) -> Value {
    json!({"noticeTitle": title, "noticeType": "1", "noticeContent": "<p>内容</p>", "state": 1})
}

fn with(mut form: Value, fields: Value) -> Value {
    form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    form
}

fn titles(portal: &Portal, token: &str) -> Vec<String> {
    let top = portal.get("/system/notice/listTop?limit=20", token);
    top["data"].as_array().unwrap().iter().map(|row| row["noticeTitle"].as_str().unwrap().to_owned()).collect()
}

fn publish(portal: &Portal, token: &str, notice: Value) {
    let answer = portal.post("/system/notice", token, notice);
    assert_eq!(answer["code"], 200, "{answer}");
}

#[test]
fn a_notice_reaches_those_it_is_for() {
    let portal = Portal::new();
    let role = portal.role("readers", &["system:user:list"], 1, &[]);
    let holder = portal.person("holder1", 110, &[role]);
    portal.person("other1", 120, &[]);
    let (admin, holder_token, other) = (portal.admin(), portal.token("holder1"), portal.token("other1"));
    let parent = portal.get("/system/dept/110", &admin)["data"]["parentId"].clone();

    publish(&portal, &admin, form("全体"));
    publish(&portal, &admin, with(form("按部门"), json!({"scope": 1, "scopeIds": [parent]})));
    publish(&portal, &admin, with(form("按角色"), json!({"scope": 2, "scopeIds": [role]})));
    publish(&portal, &admin, with(form("按人员"), json!({"scope": 3, "scopeIds": [holder]})));
    publish(&portal, &admin, with(form("草稿"), json!({"state": 0})));
    portal.app.clock.advance(1000);
    publish(&portal, &admin, with(form("置顶旧"), json!({"isTop": true})));
    portal.app.clock.advance(1000);
    publish(&portal, &admin, form("最新"));

    assert_eq!(titles(&portal, &holder_token), ["置顶旧", "最新", "按人员", "按角色", "按部门", "全体"]);
    assert_eq!(titles(&portal, &other), ["置顶旧", "最新", "全体"]);
    let list = portal.get("/system/notice/list?noticeTitle=按人员", &admin);
    let path = format!("/system/notice/{}", list["rows"][0]["noticeId"]);
    assert_eq!(portal.get(&path, &holder_token)["data"]["noticeContent"], "<p>内容</p>");
    assert_eq!(portal.get(&path, &other)["msg"], "公告不存在，可能已被删除，请刷新后重试");
    assert_eq!(portal.get("/system/notice/999", &other)["msg"], "公告不存在，可能已被删除，请刷新后重试");
    assert_eq!(portal.get(&path, &admin)["code"], 200, "who administers notices sees each");
}

#[test]
fn a_notice_lives_from_its_first_to_its_last_moment_and_until_it_is_withdrawn() {
    let portal = Portal::new();
    let admin = portal.admin();
    let at = |ms: i64| gx_portal::kernel::dates::Stamp(portal.app.clock.now().0 + ms).to_text();
    publish(&portal, &admin, with(form("将来"), json!({"publishAt": at(60_000), "expireAt": at(120_000)})));
    assert!(titles(&portal, &admin).is_empty());
    portal.app.clock.advance(61_000);
    assert_eq!(titles(&portal, &admin), ["将来"]);
    portal.app.clock.advance(60_000);
    assert!(titles(&portal, &admin).is_empty(), "expired");

    publish(&portal, &admin, form("撤回"));
    let row = portal.get("/system/notice/list?noticeTitle=撤回", &admin)["rows"][0].clone();
    let change = |state: u64| {
        let body = json!({"noticeId": row["noticeId"], "state": state});
        portal.put("/system/notice/changeState", &admin, body)["msg"].as_str().unwrap().to_owned()
    };
    assert_eq!(change(2), "操作成功");
    assert!(titles(&portal, &admin).is_empty());
    assert_eq!(change(0), "已发布过的公告不能改回草稿，可以撤回");
    assert_eq!(change(1), "操作成功");
    assert_eq!(titles(&portal, &admin), ["撤回"]);
}

#[test]
fn readings_are_noted_once_and_go_with_the_notice() {
    let portal = Portal::new();
    portal.person("reader1", 110, &[]);
    let (admin, reader) = (portal.admin(), portal.token("reader1"));
    publish(&portal, &admin, form("一"));
    publish(&portal, &admin, form("二"));
    let top = portal.get("/system/notice/listTop", &reader);
    assert_eq!(top["unreadCount"], 2);
    let id = top["data"][0]["noticeId"].clone();
    for _ in 0..2 {
        assert_eq!(portal.post(&format!("/system/notice/markRead?noticeId={id}"), &reader, json!({}))["code"], 200);
    }
    assert_eq!(portal.get("/system/notice/listTop", &reader)["unreadCount"], 1);
    assert_eq!(portal.get("/system/notice/mine?unread=true", &reader)["total"], 1);
    let readers = portal.get(&format!("/system/notice/readUsers/list?noticeId={id}"), &admin);
    assert_eq!((readers["total"].clone(), readers["rows"][0]["userName"].clone()), (json!(1), json!("reader1")));
    assert_eq!(portal.get("/system/notice/list", &admin)["rows"][0]["readCount"], 1);
    assert_eq!(portal.post("/system/notice/markReadAll", &reader, json!({}))["code"], 200);
    assert_eq!(portal.get("/system/notice/listTop", &reader)["unreadCount"], 0);

    assert_eq!(portal.delete(&format!("/system/notice/{id}"), &admin)["code"], 200);
    assert_eq!(portal.get("/system/notice/mine", &reader)["total"], 1);
    use gx_portal::features::system::notice::record::NoticeRead;
    use gx_portal::store::Reads;
    let left = portal.app.store.read().unwrap().count::<NoticeRead>().unwrap();
    assert_eq!(left, 1, "the readings of a deleted notice are gone");
}

#[test]
fn bad_notices_get_a_sentence() {
    let portal = Portal::new();
    let admin = portal.admin();
    for (fields, sentence) in [
        (json!({"noticeTitle": "  "}), "公告标题不能为空"),
        (json!({"noticeTitle": "长".repeat(51)}), "公告标题不能超过50个字符"),
        (json!({"noticeTitle": "<b>x"}), "公告标题不能包含脚本字符"),
        (json!({"noticeType": "9"}), "请选择公告类型"),
        (json!({"scope": 1}), "请选择接收的部门"),
        (json!({"scope": 7, "scopeIds": [1]}), "接收范围不正确"),
        (json!({"publishAt": "昨天"}), "生效时间格式不正确"),
        (json!({"publishAt": "2024-02-02", "expireAt": "2024-02-01"}), "失效时间不能早于生效时间"),
        (json!({"noticeContent": "x".repeat(200_001)}), "公告内容过长，请将图片作为文件上传"),
        (json!({"state": 9}), "公告状态不正确"),
    ] {
        assert_eq!(
            portal.post("/system/notice", &admin, with(form("好"), fields.clone()))["msg"],
            sentence,
            "{fields}"
        );
    }
    assert_eq!(portal.get("/system/notice/list", &admin)["total"], 0, "nothing was stored");
}

#[test]
fn browsers_are_told_when_a_notice_changes_and_streams_end_with_their_session() {
    let portal = Portal::new();
    let admin = portal.admin();
    let mut listener = portal.app.events.listen("somebody").unwrap();
    publish(&portal, &admin, form("新"));
    assert_eq!(listener.signals.try_recv(), Ok(Signal::Notice));
    let id = portal.get("/system/notice/listTop", &admin)["data"][0]["noticeId"].clone();
    portal.post(&format!("/system/notice/markRead?noticeId={id}"), &admin, json!({}));
    assert!(listener.signals.try_recv().is_err(), "one person's reading is no news for the others");

    let stream = portal.request("GET", "/portal/events", &admin, None);
    assert_eq!((stream.status, stream.bytes.as_slice()), (200, b"retry: 5000\n\n".as_slice()));
    assert_eq!(portal.app.events.count(), 1, "a stream that was dropped gave its place back");
    assert_eq!(portal.get("/portal/events", "")["code"], 401);
}
