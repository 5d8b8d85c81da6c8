//! The stored lease and its versions.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::features::assets::room::tenancy::LeaseState;
use crate::features::lease::schedule::terms::{
    DueKind, DueRule, Escalation, ExtraCharge, PeriodMode, Proration, RentBasis, RentFree, RentTerms,
};
use crate::kernel::area::Area;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::numbered;
use crate::kernel::span::after;
use crate::records::authors;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 合同类型
    #[derive(Default)]
    pub enum LeaseKind {
        #[default]
        New = 1 => "新签",
        Renewal = 2 => "续签",
        TakenOver = 3 => "承接",
    }
}

numbered! {
    /// 招租方式
    #[derive(Default)]
    pub enum LettingMode {
        #[default]
        Public = 1 => "公开招租",
        /// Needs a reason.
        Negotiated = 2 => "协议出租",
        Renewal = 3 => "续租",
        Other = 9 => "其他",
    }
}

/// A room of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseRoom {
    /// The room 房间 that it is about, by number.
    pub room_id: u64,
    /// 计租面积 by the contract.
    #[schemars(title = "计租面积")]
    pub rent_area_m2: Area,
    /// 1/10,000 yuan per square metre and month or day (bases 2, 3).
    #[serde(default)]
    #[schemars(title = "单价")]
    pub price_e4: i64,
}

/// What a contract says, as a form sends it and a version keeps it (domain.md 2.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseFacts {
    /// Kind of lease 合同类型.
    #[serde(default)]
    pub kind: LeaseKind,
    /// The lease that this one renews; 0 for none.
    #[serde(default)]
    pub prev_lease_id: u64,
    /// Title of the lease; empty: its number is used.
    #[serde(default)]
    pub title: String,
    /// Number of the paper contract, unique per party A.
    #[serde(default)]
    pub paper_no: String,
    /// The party A 甲方 that lets, by number.
    #[schemars(title = "甲方")]
    pub party_a_id: u64,
    /// The tenant 乙方 who rents, by number.
    #[schemars(title = "乙方")]
    pub tenant_id: u64,
    /// Further tenants 共同承租人, by numbers.
    #[serde(default)]
    pub co_tenants: Vec<u64>,
    /// The rooms, all of one party A.
    pub rooms: Vec<LeaseRoom>,
    /// What the rooms are rented for.
    #[serde(default)]
    pub purpose: String,
    /// How the tenant was found 招租方式.
    #[serde(default)]
    pub letting_mode: LettingMode,
    /// Why without public bidding.
    #[serde(default)]
    pub letting_reason: String,
    /// Number of the letting document.
    #[serde(default)]
    pub letting_doc_no: String,
    /// Number of the approval document.
    #[serde(default)]
    pub approval_doc_no: String,
    /// Number of the valuation behind the rent 评估文号.
    #[serde(default)]
    pub valuation_no: String,
    /// First day of the lease 起租日.
    #[schemars(with = "DateText", title = "起租日")]
    pub start_date: Date,
    /// Last day of the lease 到期日.
    #[schemars(with = "DateText", title = "到期日")]
    pub end_date: Date,
    /// What the rent is counted by 计租方式: area, or a fixed sum.
    #[schemars(title = "计租方式")]
    pub rent_basis: RentBasis,
    /// Fen a month or a year (bases 1, 4).
    #[serde(default)]
    #[schemars(title = "租金")]
    pub rent_fen: i64,
    /// 支付周期: 0, 1, 2, 3, 4, 6, 12 months.
    #[schemars(title = "支付周期")]
    pub billing_cycle: u8,
    /// How periods are laid 账期方式: calendar months, or from the first day.
    #[serde(default)]
    pub period_mode: PeriodMode,
    /// How a part of a month is charged 不足月计租.
    #[serde(default)]
    pub proration: Proration,
    /// When a period has to be paid 缴费约定.
    pub due_rule: DueRule,
    /// Overrides the rule for the first bill that is not zero.
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "首期应缴日")]
    pub first_due_date: Option<Date>,
    /// Days between issue and due date.
    #[serde(default = "ten")]
    #[schemars(title = "提前出账天数")]
    pub issue_lead_days: u16,
    /// Days free of rent 免租期.
    #[serde(default)]
    pub rent_free: Vec<RentFree>,
    /// How the rent rises 递增; absent: it does not.
    #[serde(default)]
    pub escalation: Option<Escalation>,
    /// 押金, fen.
    #[serde(default)]
    #[schemars(title = "押金")]
    pub deposit_fen: i64,
    /// Months of rent the deposit follows on escalation; 0 for a fixed one.
    #[serde(default)]
    #[schemars(title = "押金月数")]
    pub deposit_months: u8,
    /// Late fee, parts per million a day.
    #[serde(default = "late_fee")]
    #[schemars(title = "滞纳金日率")]
    pub late_fee_ppm: u32,
    /// Days after the due day without a late fee 宽限期.
    #[serde(default = "grace")]
    #[schemars(title = "宽限天数")]
    pub grace_days: u16,
    /// Most late fee, parts per million of the principal.
    #[serde(default = "cap")]
    #[schemars(title = "滞纳金上限")]
    pub cap_ppm: u32,
    /// Charges beside the rent 其他费用.
    #[serde(default)]
    pub extra_charges: Vec<ExtraCharge>,
    /// 占用费, parts per million of the last rent.
    #[serde(default = "million")]
    #[schemars(title = "占用费比例")]
    pub holdover_ppm: u32,
    /// Whether the tenant comes first at renewal 优先承租权.
    #[serde(default)]
    pub renew_priority: bool,
    /// Days before the end by which a renewal is to be asked for.
    #[serde(default = "ninety")]
    pub renew_notice_days: u16,
    /// Whether the tenant may let to others 允许转租.
    #[serde(default)]
    pub sublet_allowed: bool,
    /// A blocked tenant was accepted, and why.
    #[serde(default)]
    pub credit_override: String,
}

/// Most months of rent that a deposit may follow.
pub const MOST_DEPOSIT_MONTHS: u8 = 12;

impl LeaseFacts {
    /// A contract that says nothing yet: what forms and workbooks start from (domain.md 2.6).
    pub fn blank(first_day: Date) -> Self {
        Self {
            kind: LeaseKind::New,
            prev_lease_id: 0,
            title: String::new(),
            paper_no: String::new(),
            party_a_id: 0,
            tenant_id: 0,
            co_tenants: Vec::new(),
            rooms: Vec::new(),
            purpose: String::new(),
            letting_mode: LettingMode::Public,
            letting_reason: String::new(),
            letting_doc_no: String::new(),
            approval_doc_no: String::new(),
            valuation_no: String::new(),
            start_date: first_day,
            end_date: first_day,
            rent_basis: RentBasis::MonthTotal,
            rent_fen: 0,
            billing_cycle: 3,
            period_mode: PeriodMode::Anchored,
            proration: Proration::Actual,
            due_rule: DueRule { kind: DueKind::Advance, n: ten() },
            first_due_date: None,
            issue_lead_days: ten(),
            rent_free: Vec::new(),
            escalation: None,
            deposit_fen: 0,
            deposit_months: 0,
            late_fee_ppm: late_fee(),
            grace_days: grace(),
            cap_ppm: cap(),
            extra_charges: Vec::new(),
            holdover_ppm: million(),
            renew_priority: false,
            renew_notice_days: ninety(),
            sublet_allowed: false,
            credit_override: String::new(),
        }
    }
}

fn ten() -> u16 {
    10
}
fn late_fee() -> u32 {
    500
}
fn grace() -> u16 {
    5
}
fn cap() -> u32 {
    200_000
}
fn million() -> u32 {
    1_000_000
}
fn ninety() -> u16 {
    90
}

/// When a state was reached, and by whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub state: LeaseState,
    pub at: Stamp,
    pub by: String,
    /// What he said.
    pub comment: String,
}

/// Who let a lease before its present party A, until it passed on with its asset 移交.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldBefore {
    /// His last day.
    pub to: Date,
    pub party_a_id: u64,
    /// The department that kept it.
    pub dept_id: u64,
    /// A period that runs over the border is divided by days; otherwise it is his who let its first day.
    pub by_days: bool,
}

/// A lease: the draft, or the version that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub lease_id: u64,
    /// `HT-202401-000001`, drawn at creation.
    pub lease_no: String,
    /// What the contract says.
    pub facts: LeaseFacts,
    pub state: LeaseState,
    /// Number of the version that counts; 0 before approval.
    pub version_no: u32,
    /// 签订日期
    pub sign_date: Option<Date>,
    /// Last chargeable day when it ended early.
    pub last_day: Option<Date>,
    /// 交房
    pub delivered_date: Option<Date>,
    /// 退房
    pub returned_date: Option<Date>,
    /// How it came here.
    pub steps: Vec<Step>,
    /// Login names of who wrote its draft or submitted it; none in records of before.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Scans and documents.
    pub files: Vec<u64>,
    /// Who let it before, in order; empty while it never passed on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_before: Vec<HeldBefore>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Lease {
    /// Who lets it on a day, and the department that keeps it.
    pub fn party_on(&self, day: Date) -> (u64, u64) {
        let before = self.held_before.iter().find(|held| day <= held.to);
        before.map_or((self.facts.party_a_id, self.owned.dept_id), |held| (held.party_a_id, held.dept_id))
    }

    /// Whether a party A lets it or has let it.
    pub fn is_let_by(&self, party_a_id: u64) -> bool {
        self.facts.party_a_id == party_a_id || self.held_before.iter().any(|held| held.party_a_id == party_a_id)
    }

    /// Since when its present party A lets it; its first day while it never passed on.
    pub fn held_since(&self) -> Date {
        let passed = self.held_before.last().map(|held| after(held.to));
        passed.map_or(self.facts.start_date, |day| day.max(self.facts.start_date))
    }

    /// The last day that is charged 实际终止日.
    pub fn effective_end(&self) -> Date {
        self.last_day.map_or(self.facts.end_date, |day| day.min(self.facts.end_date))
    }

    /// Whether bills of it are in the books: signed and what followed, never drafts and void ones.
    pub fn has_bills(&self) -> bool {
        matches!(self.state, LeaseState::Signed | LeaseState::Terminated | LeaseState::Settled)
    }

    /// Whether its time is over and the tenant has not returned the rooms.
    pub fn stays_on(&self, day: Date) -> bool {
        self.is_open() && self.effective_end() < day
    }

    /// Whether it was signed and the rooms have not come back.
    pub fn is_open(&self) -> bool {
        matches!(self.state, LeaseState::Signed | LeaseState::Terminated) && self.returned_date.is_none()
    }

    /// Whether somebody wrote its draft or submitted it.
    pub fn is_written_by(&self, name: &str) -> bool {
        let submitted = |step: &Step| step.state == LeaseState::Submitted && step.by == name;
        authors::wrote(name, &self.authors, &self.owned.base) || self.steps.iter().any(submitted)
    }

    /// Login name of who submitted it last; empty before that.
    pub fn submitted_by(&self) -> &str {
        let submitted = self.steps.iter().rev().find(|step| step.state == LeaseState::Submitted);
        submitted.map_or("", |step| step.by.as_str())
    }

    /// The state on a day: signed leases run and expire by the calendar, no job needed.
    pub fn state_on(&self, day: Date) -> LeaseState {
        match self.state {
            LeaseState::Signed if self.facts.end_date < day => LeaseState::Expired,
            // An early end for a day to come leaves the lease running until then.
            LeaseState::Terminated if self.effective_end() < day => LeaseState::Terminated,
            LeaseState::Signed | LeaseState::Terminated if self.facts.start_date <= day => LeaseState::Running,
            LeaseState::Terminated => LeaseState::Signed,
            state => state,
        }
    }
}

/// Lease by number.
pub const BY_NO: Index<Lease> =
    Index { name: "lease/no", unique: true, keys: |lease| vec![key().str(&lease.lease_no)] };
/// Leases of a tenant, as main tenant or beside others.
pub const BY_TENANT: Index<Lease> = Index {
    name: "lease/tenant",
    unique: false,
    keys: |lease| {
        std::iter::once(&lease.facts.tenant_id).chain(&lease.facts.co_tenants).map(|tenant| id(*tenant)).collect()
    },
};
/// Leases of a party A.
pub const BY_PARTY_A: Index<Lease> =
    Index { name: "lease/party_a", unique: false, keys: |lease| vec![id(lease.facts.party_a_id)] };
/// Leases of a room.
pub const BY_ROOM: Index<Lease> = Index {
    name: "lease/room",
    unique: false,
    keys: |lease| lease.facts.rooms.iter().map(|room| id(room.room_id)).collect(),
};
/// Renewals by the lease they renew.
pub const BY_PREV: Index<Lease> = Index {
    name: "lease/prev",
    unique: false,
    keys: |lease| match lease.facts.prev_lease_id {
        0 => Vec::new(),
        prev => vec![id(prev)],
    },
};
/// Leases by party A and paper number, void ones left out.
pub const BY_PAPER: Index<Lease> = Index {
    name: "lease/paper",
    unique: true,
    keys: |lease| match lease.facts.paper_no.as_str() {
        "" => Vec::new(),
        _ if lease.state == LeaseState::Void => Vec::new(),
        paper => vec![key().u64(lease.facts.party_a_id).str(paper)],
    },
};
/// Signed leases by their last day, for reminders.
pub const BY_END: Index<Lease> = Index {
    name: "lease/end",
    unique: false,
    keys: |lease| match lease.state {
        LeaseState::Signed => vec![key().str(&lease.facts.end_date.to_string())],
        _ => Vec::new(),
    },
};

/// Leases that wait for a decision, and drafts that came back from one.
pub const WAITING: Index<Lease> = Index {
    name: "lease/waiting",
    unique: false,
    keys: |lease| match lease.state {
        LeaseState::Submitted => vec![key().u8(1)],
        LeaseState::Draft if !lease.submitted_by().is_empty() => vec![key().u8(0)],
        _ => Vec::new(),
    },
};
impl Record for Lease {
    const TABLE: &'static str = "lease";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] =
        &[BY_NO, BY_TENANT, BY_PARTY_A, BY_ROOM, BY_PREV, BY_PAPER, BY_END, WAITING];
    fn id(&self) -> Key {
        id(self.lease_id)
    }
}

business!(Lease, "合同", lease_id, lease_no);

/// An immutable snapshot of a lease's terms from one approval to the next 合同版本 (domain.md D18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaseVersion {
    pub lease_id: u64,
    /// 1, 2, …
    pub version_no: u32,
    /// First day it counts.
    pub effective_date: Date,
    /// Why it was made, e.g. 租金变更.
    pub reason: String,
    /// What the contract says.
    pub facts: LeaseFacts,
    /// The terms with their stages expanded, as the engine read them.
    pub terms: RentTerms,
    /// Who approved it.
    pub approved_by: String,
    pub approved_at: Stamp,
}

/// Key of a version.
pub fn version_key(lease_id: u64, version_no: u32) -> Key {
    key().u64(lease_id).u64(u64::from(version_no))
}

/// Versions of a lease.
pub const VERSIONS: Index<LeaseVersion> =
    Index { name: "lease_version/lease", unique: false, keys: |version| vec![id(version.lease_id)] };

impl Record for LeaseVersion {
    const TABLE: &'static str = "lease_version";
    const INDEXES: &'static [Index<Self>] = &[VERSIONS];
    fn id(&self) -> Key {
        version_key(self.lease_id, self.version_no)
    }
}
