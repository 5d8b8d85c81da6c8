//! The property, people and history of case E1 (domain.md 3.16), entered through the HTTP surface. Clock: 2024-09-30.

use serde_json::{Value, json};

use std::sync::LazyLock;

use super::support::Portal;
use super::support::image::Image;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/// The property of E1, a clerk (the administrator) and a second person who decides.
pub struct Town {
    pub portal: Portal,
    pub clerk: String,
    pub boss: String,
}

pub fn with(mut form: Value, fields: Value) -> Value {
    form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    form
}

/// A town that stands still: its data directory, and the tokens of clerk and boss, whose sessions lie in it.
pub struct Still {
    image: Image,
    clerk: String,
    boss: String,
}

impl Still {
    pub fn of(town: Town) -> Self {
        Self { image: Image::of(town.portal.stopped()), clerk: town.clerk, boss: town.boss }
    }

    pub fn town(&self) -> Town {
        Town { portal: Portal::on(self.image.copied()), clerk: self.clerk.clone(), boss: self.boss.clone() }
    }
}

impl Town {
    pub fn new() -> Self {
        static MADE: LazyLock<Still> = LazyLock::new(|| Still::of(Town::built()));
        MADE.town()
    }

    /// With the history of E1; its leases.
    pub fn e1() -> (Self, [u64; 3]) {
        static MADE: LazyLock<(Still, [u64; 3])> = LazyLock::new(|| {
            let town = Town::new();
            let leases = e1(&town);
            (Still::of(town), leases)
        });
        let (still, leases) = &*MADE;
        (still.town(), *leases)
    }

    fn built() -> Self {
        let portal = Portal::new();
        let permissions = [
            "lease:lease:approve",
            "lease:lease:query",
            "fin:waiver:approve",
            "fin:expense:approve",
            "fin:refund:approve",
            "fin:expense:pay",
            "fin:refund:pay",
            "fin:remittance:approve",
            "fin:receipt:reverse",
            "fin:close:reopen",
            "fin:receipt:query",
            "fin:receipt:claim",
            "fin:receipt:add",
            "fin:settlement:approve",
            "fin:settlement:query",
            "asset:handover:approve",
        ];
        let role = portal.role("boss", &permissions, 1, &[]);
        portal.person("boss", 110, &[role]);
        let (clerk, boss) = (portal.admin(), portal.token("boss"));
        let town = Self { portal, clerk, boss };
        for (code, name) in [("P1", "工业厂房"), ("P2", "商业门面")] {
            town.make("/asset/plate", json!({"plateCode": code, "plateName": name, "color": "#0A6BCB"}));
        }
        town.make(
            "/asset/partyA",
            json!({"partyACode": "A", "partyAName": "云川市工业资产经营中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110}),
        );
        for (plate, name) in [(1, "轻工产业园"), (2, "解放路门面")] {
            let form = json!({"assetName": name, "plateId": plate, "partyAId": 1, "titleState": 1});
            let asset = town.make("/asset/asset", form);
            town.make("/asset/building", json!({"assetId": asset, "buildingCode": name, "buildingName": name}));
        }
        for (building, no, area) in [(1, "1", "500"), (1, "2", "300"), (1, "3", "200"), (2, "4", "80"), (2, "5", "120")]
        {
            let form = json!({"buildingId": building, "floorNo": 1, "roomNo": no, "roomCode": format!("R{no}"), "buildingAreaM2": area, "rentAreaM2": area});
            town.make("/asset/room", form);
        }
        for name in ["禾川包装制品有限公司", "东川区云岭小吃店", "云川盛达商贸有限公司"] {
            town.make("/lease/tenant", json!({"tenantName": name, "kind": 1, "deptId": 110}));
        }
        town
    }

    /// A town on another day, before or after 2024-09-30; signs in again.
    pub fn on(day: &str) -> Self {
        let mut town = Self::new();
        town.move_to(day);
        town
    }

    pub fn move_to(&mut self, day: &str) {
        let today = self.portal.app.clock.today();
        let days = gx_portal::kernel::span::days_between(today, day.parse().unwrap());
        self.portal.app.clock.advance(days * DAY);
        self.clerk = self.portal.admin();
        self.boss = self.portal.token("boss");
    }

    /// Open fen of bills by due date.
    pub fn open(&self, lease: u64) -> Vec<i64> {
        self.bills(lease).into_iter().map(|(_, _, open)| open).collect()
    }

    pub fn made(answer: &Value) -> u64 {
        answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"))
    }

    pub fn make(&self, path: &str, form: Value) -> u64 {
        Self::made(&self.portal.post(path, &self.clerk, form))
    }

    pub fn done(&self, who: &str, path: &str, form: Value) {
        let answer = self.portal.post(path, who, form);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
    }

    pub fn refused(&self, who: &str, path: &str, form: Value, part: &str) {
        let answer = self.portal.post(path, who, form);
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{path}: {answer}");
    }

    pub fn get(&self, path: &str) -> Value {
        self.portal.get(path, &self.clerk)
    }

    pub fn signed(&self, form: Value, day: &str) -> u64 {
        let id = self.approved(form);
        self.sign(id, day);
        id
    }

    /// A lease that waits for its signature.
    pub fn approved(&self, form: Value) -> u64 {
        let id = self.make("/lease/lease", form);
        self.done(&self.clerk, "/lease/lease/submit", json!({"id": id}));
        self.done(&self.boss, "/lease/lease/decide", json!({"id": id, "decision": "approve"}));
        id
    }

    pub fn sign(&self, id: u64, day: &str) {
        let scan = self.portal.upload("/common/upload2Minio", &self.clerk, "file", "合同.pdf", PDF);
        let scans = json!([scan["fileInfo"]["id"]]);
        self.done(&self.clerk, "/lease/lease/sign", json!({"id": id, "signDate": day, "scans": scans}));
    }

    pub fn receipt(&self, lease: u64, tenant: u64, fen: i64, day: &str, more: Value) -> u64 {
        let form = json!({"partyAId": 1, "tenantId": tenant, "leaseId": lease, "amountFen": fen, "method": 1, "valueDate": day});
        self.make("/fin/receipt", with(form, more))
    }

    /// Bills of a lease by due date: number, due date, open fen.
    pub fn bills(&self, lease: u64) -> Vec<(u64, String, i64)> {
        let answer = self.get(&format!("/fin/bill/list?leaseId={lease}&orderByColumn=dueDate&isAsc=asc&pageSize=50"));
        let rows = answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}"));
        rows.iter()
            .map(|row| {
                let due = row["dueDate"].as_str().unwrap().to_owned();
                (row["billId"].as_u64().unwrap(), due, row["outstandingFen"].as_i64().unwrap())
            })
            .collect()
    }

    pub fn bill_due(&self, lease: u64, due: &str) -> u64 {
        self.bills(lease).into_iter().find(|(_, day, _)| day == due).unwrap_or_else(|| panic!("no bill due {due}")).0
    }

    pub fn figures(&self, query: &str) -> Value {
        let answer = self.get(&format!("/fin/figures?{query}"));
        assert_eq!(answer["code"], 200, "{answer}");
        answer["data"].clone()
    }

    /// Every invariant holds.
    pub fn is_whole(&self) {
        super::support::books_are_whole(&self.portal.app, &[]);
    }
}

pub fn room(id: u64, area: &str) -> Value {
    json!({"roomId": id, "rentAreaM2": area})
}

pub fn c1() -> Value {
    json!({"partyAId": 1, "tenantId": 1, "rooms": [room(1, "500"), room(2, "300")], "startDate": "2024-01-01",
           "endDate": "2026-12-31", "rentBasis": 1, "rentFen": 1_600_000, "billingCycle": 3, "periodMode": "ANCHORED",
           "dueRule": {"kind": "ADVANCE", "n": 10}, "firstDueDate": "2023-12-22", "issueLeadDays": 10})
}

pub fn c2() -> Value {
    json!({"partyAId": 1, "tenantId": 2, "rooms": [room(4, "80")], "startDate": "2024-03-15", "endDate": "2025-03-14",
           "rentBasis": 1, "rentFen": 480_000, "billingCycle": 1, "periodMode": "CALENDAR", "proration": "ACTUAL",
           "dueRule": {"kind": "DAY", "n": 5}, "firstDueDate": "2024-03-15"})
}

pub fn c3() -> Value {
    json!({"partyAId": 1, "tenantId": 3, "rooms": [room(5, "120")], "startDate": "2024-06-01", "endDate": "2025-05-31",
           "rentBasis": 1, "rentFen": 720_000, "billingCycle": 6, "periodMode": "ANCHORED",
           "dueRule": {"kind": "ADVANCE", "n": 10}, "firstDueDate": "2024-06-01", "depositFen": 1_440_000,
           "rentFree": [{"from": "2024-06-01", "to": "2024-06-30", "reason": "装修期"}]})
}

/// Enters E1 up to 2024-09-30; answers the leases.
pub fn e1(town: &Town) -> [u64; 3] {
    let leases = [town.signed(c1(), "2023-12-10"), town.signed(c2(), "2024-03-10"), town.signed(c3(), "2024-05-20")];
    let [l1, l2, l3] = leases;
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    town.receipt(l1, 1, 4_000_000, "2023-12-20", json!({"notYetDue": true}));
    town.receipt(l1, 1, 800_000, "2024-01-10", json!({}));
    let first = town.bill_due(l2, "2024-03-15");
    town.receipt(l2, 2, 263_226, "2024-03-14", json!({"designated": [first]}));
    town.receipt(l1, 1, 4_800_000, "2024-03-25", json!({}));
    for day in ["2024-04-05", "2024-05-08", "2024-06-05", "2024-09-20"] {
        town.receipt(l2, 2, 480_000, day, json!({}));
    }
    town.receipt(l3, 3, 1_440_000, "2024-06-01", json!({"purpose": 2}));
    town.receipt(l3, 3, 3_600_000, "2024-06-03", json!({}));
    town.receipt(l1, 1, 3_000_000, "2024-07-01", json!({}));
    let august = town.bill_due(l2, "2024-08-05");
    let waiver =
        json!({"reasonKind": 3, "scope": [{"billId": august, "amountFen": 120_000}], "effectiveDate": "2024-08-20"});
    let waiver = town.make("/fin/waiver", waiver);
    town.refused(&town.clerk, "/fin/waiver/decide", json!({"id": waiver, "approve": true}), "不能审批自己");
    town.done(&town.boss, "/fin/waiver/decide", json!({"id": waiver, "approve": true}));
    let expense =
        json!({"kind": 3, "partyAId": 1, "amountFen": 350_000, "payee": "云川建设维修队", "category": "维修"});
    let expense = town.make("/fin/expense", expense);
    town.done(&town.boss, "/fin/expense/decide", json!({"id": expense, "approve": true}));
    town.done(&town.boss, "/fin/expense/pay", json!({"id": expense, "paidDate": "2024-08-12"}));
    for (month, fen, day) in [("2024-03-01", 5_863_226, "2024-04-08"), ("2024-06-01", 5_040_000, "2024-07-09")] {
        let form = json!({"kind": 4, "partyAId": 1, "amountFen": fen, "month": month, "paidDate": day, "payee": "云川市财政局"});
        let id = town.make("/fin/remittance", form);
        town.done(&town.boss, "/fin/remittance/decide", json!({"id": id, "approve": true}));
    }
    leases
}
