//! Every kind of document through the approval centre: given back, put right, sent again, decided; and operations that are done at
//! once until a process of them is published.

use crate::e1;
use crate::support;
use e1::{Town, c1, c2, e1, with};
use gx_portal::features::approvals::check;
use gx_portal::op::{Caller, View};
use gx_portal::store::Reads;
use serde_json::{Value, json};

struct Scene {
    town: Town,
    boss: String,
}

fn scene() -> Scene {
    let town = Town::new();
    let more = ["expo:entry:approve", "expo:entry:query", "fin:bill:query", "asset:asset:query", "fin:close:list"];
    let role = town.portal.role("judge", &more, 1, &[]);
    town.portal.person("judge", 110, &[role]);
    let boss = town.boss.clone();
    Scene { town, boss }
}

impl Scene {
    fn todo(&self, who: &str) -> Vec<Value> {
        let answer = self.town.portal.get("/appr/task/todo", who);
        answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
    }

    /// The only task of somebody.
    fn task(&self, who: &str) -> Value {
        let rows = self.todo(who);
        assert_eq!(rows.len(), 1, "{rows:?}");
        rows[0].clone()
    }

    fn act(&self, who: &str, deed: &str, comment: &str) {
        let row = self.task(who);
        let form = json!({"taskId": row["taskId"], "version": row["version"], "comment": comment});
        self.town.done(who, &format!("/appr/task/{deed}"), form);
    }

    fn shown(&self, who: &str) -> Value {
        let row = self.task(who);
        self.town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), who)["data"].clone()
    }

    /// One node, decided by whom a role names.
    fn publish(&self, key: &str) {
        let node = json!({"code": "t1", "type": 1, "name": "审批", "assign": [{"kind": "ROLE", "name": "boss"}]});
        let drawing = json!({"key": key, "name": key, "options": {},
            "nodes": [{"code": "b", "type": 0, "name": "发起"}, node],
            "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]});
        let id = self.town.make("/appr/definition", drawing);
        self.town.done(&self.town.clerk, "/appr/definition/publish", json!({"id": id}));
    }

    /// What the doctor asks, and that nothing waits without a process.
    fn is_whole(&self) {
        let app = &self.town.portal.app;
        let found = check::check(&app.store.read().unwrap()).unwrap();
        assert!(found.faults.is_empty(), "{:?}", found.faults);
        let loose = app.read(&Caller::console("test", "look"), |view: &View<'_>| check::documents(view)).unwrap();
        assert!(loose.is_empty(), "{loose:?}");
        self.town.is_whole();
    }
}

#[test]
fn an_expense_comes_back_is_put_right_and_goes_on_to_be_paid() {
    let s = scene();
    let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 350_000});
    let expense = s.town.make("/fin/expense", form.clone());
    let shown = s.shown(&s.boss);
    assert_eq!((&shown["data"]["payee"], &shown["key"]), (&json!("云川电梯维保"), &json!("expense")));
    s.act(&s.boss, "return", "缺票据号");
    let state = || s.town.get(&format!("/fin/expense/{expense}"))["data"]["state"].clone();
    assert_eq!(state(), 0);
    assert_eq!(s.town.portal.get("/stat/daiBan", &s.town.clerk)["data"]["returned"].as_array().unwrap().len(), 1);
    let change = with(form, json!({"payoutId": expense, "voucherNo": "FP-1", "amountFen": 340_000}));
    assert_eq!(s.town.portal.put("/fin/expense", &s.town.clerk, change)["code"], 200);
    s.town.done(&s.town.clerk, "/appr/submit", json!({"key": "expense", "bizId": expense}));
    assert_eq!(s.task(&s.boss)["amountFen"], 340_000);
    s.act(&s.boss, "approve", "");
    assert_eq!(state(), 2, "it waits to be paid");
    s.town.refused(&s.town.clerk, "/appr/submit", json!({"key": "expense", "bizId": expense}), "不能提交");
    s.is_whole();
}

#[test]
fn a_lease_and_its_changes_go_through_their_processes() {
    let s = scene();
    let lease = s.town.make("/lease/lease", c2());
    s.town.done(&s.town.clerk, "/lease/lease/submit", json!({"id": lease, "comment": "请审批"}));
    let shown = s.shown(&s.boss);
    assert_eq!((&shown["key"], &shown["data"]["rooms"][0]["roomCode"]), (&json!("lease_sign"), &json!("R4")));
    s.act(&s.boss, "return", "租期有误");
    let state = |id: u64| s.town.get(&format!("/lease/lease/{id}"))["data"]["state"].clone();
    assert_eq!(state(lease), 0, "a draft again, its rooms free");
    let version = s.town.get(&format!("/lease/lease/{lease}"))["data"]["version"].clone();
    let change = with(c2(), json!({"leaseId": lease, "version": version, "purpose": "经营"}));
    assert_eq!(s.town.portal.put("/lease/lease", &s.town.clerk, change)["code"], 200);
    s.town.done(&s.town.clerk, "/lease/lease/submit", json!({"id": lease}));
    s.town.done(&s.town.clerk, "/lease/lease/withdraw", json!({"id": lease}));
    assert!(s.todo(&s.boss).is_empty(), "withdrawn");
    s.town.done(&s.town.clerk, "/appr/submit", json!({"key": "lease_sign", "bizId": lease}));
    s.act(&s.boss, "approve", "");
    assert_eq!(state(lease), 2, "it waits for signature");
    s.is_whole();
}

/// Whoever a form came back to opens it, puts it right and sends it again, whatever his department has become meanwhile.
#[test]
fn what_came_back_lies_with_its_writer_wherever_he_sits_now() {
    let s = scene();
    let town = &s.town;
    let rights = ["lease:lease:add", "lease:lease:edit", "lease:lease:query", "lease:lease:list", "lease:lease:submit"];
    let more = ["asset:room:query", "asset:partyA:query", "lease:tenant:query", "asset:asset:query"];
    let role = town.portal.role("writes", &[&rights[..], &more].concat(), 3, &[]);
    let writer = town.portal.person("writer", 110, &[role]);
    town.portal.person("mate", 120, &[role]);
    let token = town.portal.token("writer");
    let lease = Town::made(&town.portal.post("/lease/lease", &token, c2()));
    town.done(&token, "/lease/lease/submit", json!({"id": lease}));
    let moved = json!({"userId": writer, "deptId": 120});
    assert_eq!(town.portal.put("/system/user", &town.clerk, moved)["code"], 200);
    let opens = |who: &str| town.portal.get(&format!("/lease/lease/{lease}"), who);
    assert_ne!(opens(&token)["code"], 200, "it waits elsewhere, and his scope doesn't hold it");
    s.act(&s.boss, "return", "用途写错了");
    let row = s.task(&token);
    let shown = town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &token)["data"].clone();
    assert_eq!(shown["mayResubmit"], true);
    assert!(shown["bizPath"].as_str().is_some_and(|path| path.contains("lease")), "{}", shown["bizPath"]);
    let seen = opens(&token);
    assert_eq!(seen["code"], 200, "{seen}");
    assert_ne!(opens(&town.portal.token("mate"))["code"], 200, "nobody else of his new department");
    let change = with(c2(), json!({"leaseId": lease, "version": seen["data"]["version"], "purpose": "仓储"}));
    let changed = town.portal.put("/lease/lease", &token, change);
    assert_eq!(changed["code"], 200, "{changed}");
    town.done(&token, "/appr/submit", json!({"key": "lease_sign", "bizId": lease}));
    assert_ne!(opens(&token)["code"], 200, "it is with those who decide again");
    s.act(&s.boss, "return", "再改");
    town.done(&token, "/lease/lease/submit", json!({"id": lease, "comment": "已改"}));
    s.act(&s.boss, "approve", "");
    assert_eq!(town.get(&format!("/lease/lease/{lease}"))["data"]["purpose"], "仓储");
    s.is_whole();
}

#[test]
fn a_change_that_came_back_is_changed_and_a_draft_that_is_deleted_ends_its_process() {
    let s = scene();
    let [first, ..] = e1(&s.town);
    let form = json!({"leaseId": first, "kind": 8, "effectiveDate": "2025-12-31", "reason": "协商终止"});
    s.town.done(&s.town.clerk, "/lease/lease/change", form.clone());
    let shown = s.shown(&s.boss);
    assert_eq!((&shown["key"], &shown["data"]["endAfter"]), (&json!("lease_terminate"), &json!("2025-12-31")));
    s.act(&s.boss, "return", "日期有误");
    s.town.refused(&s.town.clerk, "/lease/lease/change", form.clone(), "已有变更被退回");
    let changes = s.town.get(&format!("/lease/lease/{first}/changes"));
    let change = changes["data"][0]["changeId"].clone();
    assert_eq!(changes["data"][0]["state"], 0);
    let edit = with(form, json!({"changeId": change, "effectiveDate": "2025-11-30"}));
    assert_eq!(s.town.portal.put("/lease/lease/change", &s.town.clerk, edit)["code"], 200);
    s.town.done(&s.town.clerk, "/appr/submit", json!({"key": "lease_terminate", "bizId": change}));
    s.act(&s.boss, "approve", "");
    assert_eq!(s.town.get(&format!("/lease/lease/{first}"))["data"]["effectiveEnd"], "2025-11-30");

    let later = json!({"startDate": "2031-01-01", "endDate": "2031-12-31", "firstDueDate": "2031-01-05"});
    let draft = s.town.make("/lease/lease", with(c2(), later));
    s.town.done(&s.town.clerk, "/lease/lease/submit", json!({"id": draft}));
    s.act(&s.boss, "return", "不续了");
    assert_eq!(s.town.portal.delete(&format!("/lease/lease/{draft}"), &s.town.clerk)["code"], 200);
    assert!(s.todo(&s.town.clerk).is_empty(), "its process is over");
    s.is_whole();
}

#[test]
fn what_was_done_at_once_waits_where_a_process_is_published() {
    let s = scene();
    let lease = s.town.signed(c1(), "2023-12-10");
    s.town.done(&s.town.clerk, "/fin/bill/generate", json!({}));
    let receipt = s.town.receipt(lease, 1, 100_000, "2024-09-20", json!({}));
    // At once: another person than who entered it.
    let wrong = json!({"id": receipt, "kind": 2, "reason": "录错"});
    s.town.refused(&s.town.clerk, "/fin/receipt/reverse", wrong.clone(), "不能冲销自己经手的收款");
    for key in ["receipt_reversal", "bill_adjust", "asset_dispose", "notice"] {
        s.publish(key);
    }
    // Filed: who entered it may ask, and never decides.
    let answer = s.town.portal.post("/fin/receipt/reverse", &s.town.clerk, wrong.clone());
    assert!(answer["instanceId"].is_number() && answer["msg"] == "已提交审批，批准后生效", "{answer}");
    let state = || s.town.get(&format!("/fin/receipt/{receipt}"))["data"]["state"].clone();
    let before = state();
    s.town.refused(&s.town.clerk, "/fin/receipt/reverse", wrong, "不能重复提交");
    assert!(s.todo(&s.town.clerk).is_empty());
    s.act(&s.boss, "approve", "");
    assert_ne!(state(), before, "reversed");

    let bill = json!({"leaseId": lease, "kind": 8, "dueDate": "2024-10-31", "amountFen": 12_300, "remark": "门锁更换"});
    s.town.refused(&s.town.clerk, "/fin/bill", with(bill.clone(), json!({"amountFen": 0})), "账单金额须大于0");
    let many = || s.town.get(&format!("/fin/bill/list?leaseId={lease}&pageSize=500"))["total"].as_u64().unwrap();
    let known = many();
    s.town.done(&s.town.clerk, "/fin/bill", bill);
    assert_eq!(many(), known, "nothing yet, and nothing is left of the trial");
    s.act(&s.boss, "approve", "");
    assert_eq!(many(), known + 1);

    let asset = s.town.get("/asset/asset/2")["data"].clone();
    let away = json!({"assetId": 2, "version": asset["version"], "state": 4});
    assert_eq!(s.town.portal.put("/asset/asset/state", &s.town.clerk, away)["code"], 200);
    assert_eq!(s.town.get("/asset/asset/2")["data"]["state"], 1);
    s.act(&s.boss, "reject", "暂不处置");
    assert_eq!(s.town.get("/asset/asset/2")["data"]["state"], 1);

    let notice =
        json!({"noticeTitle": "停电通知", "noticeType": "1", "noticeContent": "<p>周六停电</p>", "status": "0"});
    s.town.done(&s.town.clerk, "/system/notice", notice);
    let row = s.town.get("/system/notice/list?pageSize=1")["rows"][0].clone();
    assert_eq!(row["state"], 0, "a draft until somebody agrees: {row}");
    s.act(&s.boss, "approve", "");
    assert_eq!(s.town.get("/system/notice/list?pageSize=1")["rows"][0]["state"], 1);
    s.is_whole();
}

/// Who may not do an operation himself may ask for it where somebody else decides: lists say which it is.
#[test]
fn ones_own_is_withheld_only_while_nobody_decides() {
    let s = scene();
    let town = &s.town;
    let lease = town.signed(c1(), "2023-12-10");
    let receipt = town.receipt(lease, 1, 100_000, "2024-01-20", json!({}));
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let month = json!({"partyAId": 1, "month": "2024-01-01"});
    town.done(&town.clerk, "/fin/close", month.clone());
    let own = || {
        let close = town.get("/fin/close/parties")["data"][0]["own"].clone();
        [close, town.get(&format!("/fin/receipt/{receipt}"))["data"]["own"].clone()]
    };
    assert_eq!(own(), [true, true]);
    for key in ["period_reopen", "receipt_reversal"] {
        s.publish(key);
    }
    assert_eq!(own(), [false, false]);
    town.done(&town.clerk, "/fin/close/reopen", with(month, json!({"reason": "漏记收款"})));
    assert!(s.todo(&town.clerk).is_empty(), "he closed it, so another one decides");
    s.act(&s.boss, "approve", "");
    assert_eq!(town.get("/fin/close/list")["data"][0]["closed"], false);
    s.is_whole();
}

#[test]
fn what_waited_before_approvals_is_taken_over_once() {
    let s = scene();
    let [first, ..] = e1(&s.town);
    let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 350_000});
    s.town.make("/fin/expense", form);
    s.town.done(&s.town.clerk, "/lease/lease/submit", json!({"id": s.town.make("/lease/lease", with(c2(), json!({"startDate": "2031-01-01", "endDate": "2031-12-31", "firstDueDate": "2031-01-05"})))}));
    let change = json!({"leaseId": first, "kind": 8, "effectiveDate": "2025-12-31", "reason": "协商终止"});
    s.town.done(&s.town.clerk, "/lease/lease/change", change);
    let wait = |scene: &Scene| {
        let mut found: Vec<(String, String)> = scene
            .todo(&scene.boss)
            .iter()
            .map(|row| (row["key"].as_str().unwrap().to_owned(), row["title"].as_str().unwrap().to_owned()))
            .collect();
        found.sort();
        found
    };
    let before = wait(&s);
    assert_eq!(before.len(), 3, "{before:?}");
    // As an installation of before: documents wait, and there is no process.
    support::act(&s.town.portal.app, |op| {
        use gx_portal::features::approvals::instance::record::{Instance, Task};
        use gx_portal::store::Record;
        let (instances, tasks): (Vec<Instance>, Vec<Task>) = (op.view().tx.all()?, op.view().tx.all()?);
        for one in instances {
            op.delete::<Instance>(&one.id())?;
        }
        for one in tasks {
            op.delete::<Task>(&one.id())?;
        }
        Ok(())
    });
    assert!(wait(&s).is_empty());
    gx_portal::features::approvals::instance::adopt::all_waiting(&s.town.portal.app).unwrap();
    assert_eq!(wait(&s), before);
    gx_portal::features::approvals::instance::adopt::all_waiting(&s.town.portal.app).unwrap();
    assert_eq!(wait(&s), before, "a second start changes nothing");
    s.is_whole();
}

#[test]
fn the_old_routes_let_nobody_decide_his_own_not_even_user_1_or_a_deputy() {
    let s = scene();
    let town = &s.town;
    let [first, ..] = e1(town);
    let change = json!({"leaseId": first, "kind": 8, "effectiveDate": "2025-12-31", "reason": "协商终止"});
    town.done(&town.clerk, "/lease/lease/change", change);
    let change = town.get(&format!("/lease/lease/{first}/changes"))["data"][0]["changeId"].clone();
    let later = json!({"startDate": "2031-01-01", "endDate": "2031-12-31", "firstDueDate": "2031-01-05"});
    let lease = town.make("/lease/lease", with(c2(), later));
    town.done(&town.clerk, "/lease/lease/submit", json!({"id": lease}));
    let payout = |kind: u8| {
        json!({"partyAId": 1, "kind": kind, "category": "维修", "payee": "云川电梯维保", "amountFen": 100,
            "month": "2024-07-01", "paidDate": "2024-08-08"})
    };
    let (expense, remittance) = (town.make("/fin/expense", payout(3)), town.make("/fin/remittance", payout(4)));
    let bill = town.bills(first)[3].0;
    let waiver = town.make(
        "/fin/waiver",
        json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": 100}], "effectiveDate": "2024-09-30"}),
    );
    let waiting = s.todo(&s.boss).len();
    assert_eq!(waiting, 5);
    let tries = || {
        for (yes, no) in [("approve", true), ("reject", false)] {
            town.refused(
                &town.clerk,
                "/lease/lease/decide",
                json!({"id": lease, "decision": yes, "comment": "意见"}),
                "",
            );
            let change = json!({"changeId": change, "decision": yes, "comment": "意见"});
            town.refused(&town.clerk, "/lease/lease/change/decide", change, "");
            for (path, id) in [("expense", expense), ("remittance", remittance), ("waiver", waiver)] {
                let form = json!({"id": id, "approve": no, "comment": "意见"});
                town.refused(&town.clerk, &format!("/fin/{path}/decide"), form, "");
            }
        }
        assert_eq!(s.todo(&s.boss).len(), waiting, "nothing moved");
    };
    tries();
    town.done(&s.boss, "/appr/deputy", json!({"deputy": 1, "from": "2024-09-30", "to": "2024-10-02"}));
    assert!(s.todo(&town.clerk).is_empty());
    tries();
    s.is_whole();
}

/// Whoever submitted something finds in his list, and on his card, that it came back and with which words, whatever it is.
#[test]
fn each_kind_that_came_back_says_so_with_the_words_of_who_returned_it() {
    let s = scene();
    let town = &s.town;
    let [first, second, _] = e1(town);
    for key in ["receipt_reversal", "bill_adjust"] {
        s.publish(key);
    }
    let (bill, _, _) = town.bills(second).into_iter().find(|(_, _, open)| *open > 0).unwrap();
    let draft = town.make(
        "/lease/lease",
        with(c2(), json!({"startDate": "2031-01-01", "endDate": "2031-12-31", "firstDueDate": "2031-01-05"})),
    );
    let receipt = town.receipt(first, 1, 100, "2024-09-20", json!({"keepAsCredit": true}));
    let payout = json!({"partyAId": 1, "category": "维修", "payee": "云川电梯维保", "amountFen": 100,
        "month": "2024-07-01", "paidDate": "2024-08-08"});
    let refund = json!({"kind": 1, "partyAId": 1, "tenantId": 1, "leaseId": first, "amountFen": 100, "payee": "乙方"});
    let forms = [
        ("/fin/expense", with(payout.clone(), json!({"kind": 3}))),
        ("/fin/remittance", with(payout, json!({"kind": 4}))),
        ("/fin/refund", refund),
        (
            "/fin/waiver",
            json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": 100}], "effectiveDate": "2024-09-30"}),
        ),
        ("/lease/lease/submit", json!({"id": draft})),
        (
            "/lease/lease/change",
            json!({"leaseId": first, "kind": 8, "effectiveDate": "2025-12-31", "reason": "协商终止"}),
        ),
        ("/fin/receipt/reverse", json!({"id": receipt, "kind": 2, "reason": "录错"})),
        (
            "/fin/bill",
            json!({"leaseId": first, "kind": 8, "dueDate": "2024-10-31", "amountFen": 12_300, "remark": "门锁更换"}),
        ),
    ];
    for (path, form) in forms {
        town.done(&town.clerk, path, form);
        let words = format!("请补充 {path}");
        s.act(&s.boss, "return", &words);
        let mine = town.get("/appr/instance/mine?state=1&pageSize=100");
        let back = |row: &&Value| row["returnedWith"] == words;
        assert_eq!(mine["rows"].as_array().unwrap().iter().filter(back).count(), 1, "{path}: {mine}");
        let todo = town.get("/appr/task/todo?returned=true&pageSize=100");
        assert_eq!(todo["rows"].as_array().unwrap().iter().filter(back).count(), 1, "{path}: {todo}");
    }
    let cards = town.get("/portal/today")["data"]["cards"].to_string();
    assert!(cards.contains("退回意见：请补充 /fin/expense"), "{cards}");
}
