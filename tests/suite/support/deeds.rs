//! What people do in a town, in the words of the tests, and what they see then.

use serde_json::{Value, json};

use super::e1::{Town, room, with};

/// A room for 1,000.00 a month by calendar month, due on the fifth.
pub fn plain(number: u64, tenant: u64, from: &str, to: &str) -> Value {
    json!({"partyAId": 1, "tenantId": tenant, "rooms": [room(number, "100")], "startDate": from, "endDate": to, "rentBasis": 1,
           "rentFen": 100_000, "billingCycle": 1, "periodMode": "CALENDAR", "dueRule": {"kind": "DAY", "n": 5},
           "issueLeadDays": 10})
}

/// What people do in a town, with what follows.
pub trait Deeds {
    fn bill(&self);
    fn lease(&self, form: Value, signed: &str) -> u64;
    fn change(&self, lease: u64, kind: u8, day: &str, fields: Value) -> Value;
    fn end(&self, lease: u64, day: &str);
    fn rows(&self, lease: u64) -> Vec<Value>;
    fn asked(&self, lease: u64) -> i64;
    fn owed(&self, lease: u64) -> i64;
    fn credit(&self, tenant: u64) -> i64;
    fn balance(&self, tenant: u64) -> i64;
    fn waive(&self, bill: u64, fen: i64, day: &str) -> u64;
    fn refuses(&self, path: &str, form: Value, part: &str);
    fn returned(&self, lease: u64, day: &str);
    fn deposit(&self, lease: u64) -> i64;
}

impl Deeds for Town {
    fn bill(&self) {
        self.done(&self.clerk, "/fin/bill/generate", json!({}));
    }

    fn lease(&self, form: Value, signed: &str) -> u64 {
        let lease = self.signed(form, signed);
        self.bill();
        lease
    }

    /// A change that somebody else approves, with the bills that follow; answers the preview.
    fn change(&self, lease: u64, kind: u8, day: &str, fields: Value) -> Value {
        let shown = self.get(&format!("/lease/lease/{lease}"))["data"].clone();
        let deposit_moves = fields["depositMoves"].as_bool().unwrap_or_default();
        let form = json!({"leaseId": lease, "kind": kind, "effectiveDate": day, "reason": "协议", "depositMoves": deposit_moves,
                          "facts": with(shown, fields)});
        let told = self.portal.post("/lease/lease/change/preview", &self.clerk, form.clone());
        self.done(&self.clerk, "/lease/lease/change", form);
        let changes = self.get(&format!("/lease/lease/{lease}/changes"));
        let decided = json!({"changeId": changes["data"][0]["changeId"], "decision": "approve"});
        self.done(&self.boss, "/lease/lease/change/decide", decided);
        self.bill();
        told
    }

    fn end(&self, lease: u64, day: &str) {
        self.change(lease, 8, day, json!({}));
    }

    fn rows(&self, lease: u64) -> Vec<Value> {
        let answer = self.get(&format!("/fin/bill/list?leaseId={lease}&orderByColumn=dueDate&isAsc=asc&pageSize=100"));
        answer["rows"].as_array().unwrap().iter().filter(|row| row["kind"] != 6 && row["state"] == 1).cloned().collect()
    }

    fn asked(&self, lease: u64) -> i64 {
        self.rows(lease).iter().map(|row| row["amountFen"].as_i64().unwrap()).sum()
    }

    fn owed(&self, lease: u64) -> i64 {
        self.rows(lease).iter().map(|row| row["outstandingFen"].as_i64().unwrap()).sum()
    }

    fn credit(&self, tenant: u64) -> i64 {
        let answer = self.get(&format!("/fin/refund/available?partyAId=1&tenantId={tenant}"));
        answer["data"]["creditFen"].as_i64().unwrap()
    }

    fn balance(&self, tenant: u64) -> i64 {
        let path = format!("/fin/statement?tenantId={tenant}&partyAId=1&from=2023-01-01&to=2030-12-31");
        self.get(&path)["data"]["closingFen"].as_i64().unwrap()
    }

    fn waive(&self, bill: u64, fen: i64, day: &str) -> u64 {
        let scope = json!([{"billId": bill, "amountFen": fen}]);
        let waiver = self.make("/fin/waiver", json!({"reasonKind": 3, "scope": scope, "effectiveDate": day}));
        self.done(&self.boss, "/fin/waiver/decide", json!({"id": waiver, "approve": true}));
        waiver
    }

    fn refuses(&self, path: &str, form: Value, part: &str) {
        self.refused(&self.clerk, path, form, part);
    }

    fn returned(&self, lease: u64, day: &str) {
        self.done(&self.clerk, "/lease/lease/handover", json!({"id": lease, "returnedDate": day}));
    }

    fn deposit(&self, lease: u64) -> i64 {
        let answer = self.get(&format!("/fin/deposit/list?leaseId={lease}"));
        answer["rows"][0]["heldFen"].as_i64().unwrap_or_default()
    }
}
