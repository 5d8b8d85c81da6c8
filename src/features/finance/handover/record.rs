//! The stored handover of assets between units 移交 (domain.md 2.11, kinds 1 to 3).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::features::finance::ledger::record::Account;
use crate::kernel::area::Area;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::numbered;
use crate::records::owned::{Business, Owned};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 移交类型; kinds 4 and 5 are between a unit and its tenant ([`crate::features::lease::contract::handover`]).
    #[derive(Default)]
    pub enum AssetHandoverKind {
        /// From somebody outside of the register.
        Receive = 1 => "资产接收",
        /// To somebody outside of it.
        Leave = 2 => "资产移出",
        #[default]
        Between = 3 => "单位间移交",
    }
}

numbered! {
    /// 欠缴处理: what becomes of open bills for days before the handover.
    #[derive(Default)]
    pub enum ArrearsPolicy {
        #[default]
        Stay = 1 => "留原单位",
        Follow = 2 => "随资产移交",
    }
}

numbered! {
    /// 租约处理
    #[derive(Default)]
    pub enum LeasePolicy {
        #[default]
        Follow = 1 => "随资产承接",
        Ended = 2 => "提前终止",
    }
}

numbered! {
    /// 跨期租金: whose is the rent of a period that runs over the day.
    #[derive(Default)]
    pub enum SplitPolicy {
        #[default]
        Whole = 1 => "原单位收讫",
        ByDays = 2 => "按日分割",
    }
}

numbered! {
    /// 移交单状态
    pub enum HandoverState {
        /// Also one that came back.
        Draft = 0 => "草稿",
        Submitted = 1 => "审批中",
        /// The receiving side has to confirm.
        Approved = 2 => "待确认",
        Done = 3 => "已完成",
        Rejected = 9 => "已驳回",
    }
}

/// A line of the list of what is handed over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PassedItem {
    /// One of 钥匙, 水表, 电表, 燃气, 设施, 档案, 其他.
    pub kind: String,
    /// Which thing was handed over, in words.
    pub name: String,
    /// How many pieces.
    #[schemars(title = "数量")]
    pub quantity: u32,
    /// Reading of a meter, as it stands there.
    pub reading: String,
    /// In what condition.
    pub condition: String,
    /// Photographs, by the numbers of their files.
    pub photos: Vec<u64>,
}

/// What a person writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandoverFacts {
    /// Kind of handover 移交类型.
    #[schemars(title = "移交类型")]
    pub kind: AssetHandoverKind,
    /// Who gives; 0 when somebody outside does.
    #[serde(default)]
    #[schemars(title = "移出单位")]
    pub from_party_a_id: u64,
    /// Who receives; 0 when somebody outside does.
    #[serde(default)]
    #[schemars(title = "接收单位")]
    pub to_party_a_id: u64,
    /// The side that is no unit of the register, of kinds 1 and 2.
    #[serde(default)]
    pub outside: String,
    /// What is handed over.
    pub asset_ids: Vec<u64>,
    /// First day of the receiver.
    #[schemars(with = "DateText", title = "移交日期")]
    pub handover_date: Date,
    /// Number of the official document behind it 文号.
    #[serde(default)]
    pub doc_no: String,
    /// Who collects what is owed at the handover 欠缴处理.
    #[serde(default)]
    #[schemars(title = "欠缴处理")]
    pub arrears_policy: ArrearsPolicy,
    /// What becomes of the leases 租约处理.
    #[serde(default)]
    #[schemars(title = "租约处理")]
    pub lease_policy: LeasePolicy,
    /// Whose the rent of a period is that lies on both sides 跨期租金.
    #[serde(default)]
    #[schemars(title = "跨期租金")]
    pub split_policy: SplitPolicy,
    /// What is handed over beside the assets 移交清单.
    #[serde(default)]
    pub items: Vec<PassedItem>,
    /// What is broken or missing.
    #[serde(default)]
    pub defects: String,
    /// Documents, by the numbers of their files.
    #[serde(default)]
    pub files: Vec<u64>,
}

/// Figures of a handover as they were when it was submitted, and as they became.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Totals {
    /// Leases that go along.
    pub leases: u64,
    /// Their rent a month, fen.
    pub month_rent_fen: i64,
    /// Open and overdue on their bills, fen.
    pub arrears_fen: i64,
    /// Open bills that go along, fen.
    pub passed_fen: i64,
    /// Deposits 押金 that go along, in whole fen.
    pub deposit_fen: i64,
    /// Credit 预收 that goes along, in whole fen.
    pub credit_fen: i64,
    /// What the giving unit owes the receiving one in the end, fen; negative: the other way round.
    pub owed_fen: i64,
}

/// A lease on the paper that both sides sign.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PassedLease {
    /// The lease 合同 that it is about, by number.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Codes of its rooms 房号, with 、 between.
    pub rooms: String,
    /// Area that rent is charged for 计租面积, in ㎡ with two decimals.
    pub area_m2: Area,
    /// Rent a month, fen.
    pub month_rent_fen: i64,
    /// The last day it is charged.
    #[schemars(with = "Option<DateText>")]
    pub effective_end: Option<Date>,
    /// Overdue at the giver, fen.
    pub arrears_fen: i64,
    /// Open at the giver, due or not, fen.
    pub open_fen: i64,
    /// Of it what goes over, fen.
    pub passed_fen: i64,
    /// Deposit 押金 that goes along, in whole fen.
    pub deposit_fen: i64,
    /// Credit 预收 that goes along, in whole fen.
    pub credit_fen: i64,
}

/// What an account of a unit moves by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountEffect {
    /// The party A 甲方 whose books move, by number.
    pub party_a_id: u64,
    /// Account of the ledger that moves.
    pub account: Account,
    /// Fen; debit positive, credit negative.
    pub amount_fen: i64,
}

/// What both sides sign 移交对照: as it was when it was submitted, approved, carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Statement {
    /// Leases that go along.
    pub leases: Vec<PassedLease>,
    /// Arrears by age: 1-30, 31-60, 61-90, 91-180, 181-365 days and more, fen.
    pub ageing_fen: Vec<i64>,
    /// The books of both units.
    pub effects: Vec<AccountEffect>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handover {
    /// Number of the record.
    pub handover_id: u64,
    /// `YJ-202407-000001`
    pub handover_no: String,
    /// What a person wrote.
    pub facts: HandoverFacts,
    pub state: HandoverState,
    /// The receiving side's department, which sees it too; 0 for none.
    pub second_dept_id: u64,
    /// Leases with their versions as they were decided about.
    pub decided: Vec<(u64, u32)>,
    pub totals: Totals,
    /// The same lease by lease.
    pub statement: Statement,
    /// Why it came back, was rejected or objected to; empty otherwise.
    pub comment: String,
    /// Both sides' signatures.
    pub sign_files: Vec<u64>,
    /// Login name of who confirmed.
    pub confirmed_by: String,
    pub confirmed_at: Option<Stamp>,
    /// Numbers of who wrote or submitted it.
    pub authors: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Handover {
    /// The department that confirms: of the receiver, or of the giver when the receiver is outside.
    pub fn confirming_dept(&self) -> u64 {
        if self.facts.kind == AssetHandoverKind::Between { self.second_dept_id } else { self.owned.dept_id }
    }

    /// Whether somebody wrote or submitted it.
    pub fn is_by(&self, user_id: u64) -> bool {
        self.owned.creator == user_id || self.authors.contains(&user_id)
    }

    /// The state as people say it: a draft that came back is 已退回.
    pub fn state_text(&self) -> &'static str {
        if self.state == HandoverState::Draft && !self.comment.is_empty() { "已退回" } else { self.state.label() }
    }
}

/// Handover by number.
pub const BY_NO: Index<Handover> =
    Index { name: "handover/no", unique: true, keys: |handover| vec![key().str(&handover.handover_no)] };
/// Handovers of an asset.
pub const BY_ASSET: Index<Handover> = Index {
    name: "handover/asset",
    unique: false,
    keys: |handover| {
        let mut assets = handover.facts.asset_ids.clone();
        assets.sort_unstable();
        assets.dedup();
        assets.into_iter().map(id).collect()
    },
};
/// Those that wait for a decision, or for the other side.
pub const WAITING: Index<Handover> = Index {
    name: "handover/waiting",
    unique: false,
    keys: |handover| match handover.state {
        HandoverState::Submitted | HandoverState::Approved => vec![key().u8(handover.state as u8)],
        _ => Vec::new(),
    },
};

impl Record for Handover {
    const TABLE: &'static str = "handover";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_NO, BY_ASSET, WAITING];
    fn id(&self) -> Key {
        id(self.handover_id)
    }
}

impl Business for Handover {
    const NOUN: &'static str = "移交单";
    const COMMON: bool = false;
    const SHARED: bool = true;
    fn second_dept(&self) -> u64 {
        // What is not submitted yet is the writer's alone.
        if self.state == HandoverState::Draft { 0 } else { self.second_dept_id }
    }
    fn number(&self) -> u64 {
        self.handover_id
    }
    fn title(&self) -> String {
        self.handover_no.clone()
    }
    fn owned(&self) -> &Owned {
        &self.owned
    }
    fn owned_mut(&mut self) -> &mut Owned {
        &mut self.owned
    }
}
