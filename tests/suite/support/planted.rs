//! Documents that a demonstration has none of, one of each, for lists that are made large.

use gx_portal::features::finance::handover::record::{Handover, HandoverState, Statement, Totals};
use gx_portal::features::finance::settlement::record::{Settlement, SettlementState, Sheet};
use gx_portal::features::finance::slip::record::Slip;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::takeover::record::TakeoverBatch;
use serde_json::json;

pub fn settled(number: u64, lease: &Lease) -> Settlement {
    Settlement {
        settlement_id: number,
        settlement_no: format!("JS-202409-{number:06}"),
        lease_id: lease.lease_id,
        tenant_id: lease.facts.tenant_id,
        sheet: Sheet { deposit_fen: lease.facts.deposit_fen, ..Sheet::default() },
        state: SettlementState::Approved,
        book_date: lease.returned_date,
        payouts: Vec::new(),
        bill_id: 0,
        decided_by: "caiwu01".into(),
        authors: Vec::new(),
        comment: String::new(),
        owned: lease.owned.clone(),
    }
}

pub fn handed_over(lease: &Lease) -> Handover {
    let facts = json!({"kind": 3, "fromPartyAId": 1, "toPartyAId": 2, "assetIds": [1], "handoverDate": "2024-09-01"});
    Handover {
        handover_id: 1,
        handover_no: "YJ-202409-000001".into(),
        facts: serde_json::from_value(facts).expect("a handover"),
        state: HandoverState::Done,
        second_dept_id: lease.owned.dept_id,
        decided: Vec::new(),
        totals: Totals::default(),
        statement: Statement::default(),
        comment: String::new(),
        sign_files: Vec::new(),
        confirmed_by: "caiwu01".into(),
        confirmed_at: None,
        authors: Vec::new(),
        owned: lease.owned.clone(),
    }
}

pub fn taken_over(lease: &Lease) -> TakeoverBatch {
    let batch = json!({"batch_id": 1, "batch_no": "SX-202409-000001", "party_a_id": lease.facts.party_a_id,
                       "books_from": lease.facts.start_date, "file_id": 0, "file_name": "台账.xlsx", "blob": "", "reading": {},
                       "state": 2, "decided_by": "caiwu01", "comment": "", "authors": [], "owned": lease.owned});
    serde_json::from_value(batch).expect("a batch")
}

/// A slip of money of a lease.
pub fn slip(lease: &Lease) -> Slip {
    let text = json!({"partyAName": "轻工留守处", "payer": "瑞泰", "about": "", "receiptNo": "SK-202409-000001", "purpose": 1, "method": 1,
                      "valueDate": lease.facts.start_date, "amountFen": 100, "lines": [], "restFen": 100, "cashier": "出纳01"});
    let slip = json!({"slip_id": 1, "slip_no": "QG-2024-000001", "day": lease.facts.start_date, "receipt_id": 1, "party_a_id": lease.facts.party_a_id,
                      "tenant_id": lease.facts.tenant_id, "text": text, "state": 1, "void": null, "prints": 1, "owned": lease.owned});
    serde_json::from_value(slip).expect("a slip")
}
