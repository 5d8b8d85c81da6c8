//! The stored entry of the exposure board 曝光条目 (domain.md 2.12).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::numbered;
use crate::kernel::span::days_between;
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 类型: what the case is about.
    #[derive(Default, Hash)]
    pub enum SubjectKind {
        #[default]
        Arrears = 1 => "承租人欠缴",
        Remittance = 2 => "单位未上缴",
        Sublet = 3 => "违规转租",
        Idle = 4 => "长期闲置",
        Safety = 5 => "安全隐患",
        Other = 9 => "其他",
    }
}

impl SubjectKind {
    /// Whether amount and days come from the books and the register, so that nobody types them.
    pub fn is_computed(self) -> bool {
        matches!(self, Self::Arrears | Self::Remittance | Self::Idle)
    }
}

numbered! {
    /// The rule that found a candidate 规则.
    pub enum Rule {
        LongArrears = 1 => "逾期天数与金额",
        UnpaidBills = 2 => "连续账单未缴",
        LateRemittance = 3 => "逾期未上缴",
        IdleRoom = 4 => "长期空置",
    }
}

numbered! {
    /// 公开范围
    #[derive(Default)]
    pub enum PublishScope {
        #[default]
        Internal = 1 => "内部",
        Public = 2 => "公开",
    }
}

numbered! {
    /// 状态; [`EntryState::Expired`] is never stored, it follows from the calendar.
    pub enum EntryState {
        Candidate = 0 => "候选",
        Submitted = 1 => "审批中",
        Published = 2 => "已曝光",
        Rectified = 3 => "已整改",
        Withdrawn = 4 => "已撤下",
        Expired = 5 => "已到期",
        Refused = 9 => "不予曝光",
    }
}

/// Whom or what a case is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Subject {
    /// Whom the entry is about 曝光对象类型.
    #[schemars(title = "类型")]
    pub subject_kind: SubjectKind,
    /// Tenant; 0 for none.
    pub tenant_id: u64,
    /// Party A; 0 for none.
    pub party_a_id: u64,
    /// Asset; 0 for none.
    pub asset_id: u64,
    /// Room of the asset; 0 for the whole of it.
    pub room_id: u64,
}

/// What a person writes about an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct EntryFacts {
    /// Whom or what it is about.
    #[serde(flatten)]
    pub subject: Subject,
    /// Fen; of arrears and remittances it is computed.
    pub amount_fen: Option<i64>,
    /// 逾期天数 or idle days; computed like the amount.
    pub overdue_days: Option<i64>,
    /// 事由: rich text, sanitised.
    pub facts: String,
    /// Evidence, by the numbers of its files.
    pub files: Vec<u64>,
    /// Who sees it on the board 公开范围.
    #[schemars(title = "公开范围")]
    pub publish_scope: PublishScope,
    /// First day on the board; not before the day of the decision.
    #[schemars(with = "Option<DateText>", title = "曝光开始日")]
    pub publish_from: Option<Date>,
    /// Last day on the board; none until it is put right.
    #[schemars(with = "Option<DateText>", title = "曝光截止日")]
    pub publish_to: Option<Date>,
    /// Day by which it is to be put right 整改期限.
    #[schemars(with = "Option<DateText>", title = "整改期限")]
    pub rectify_deadline: Option<Date>,
}

/// How a case was put right 整改.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rectified {
    /// Day on which it was done.
    #[schemars(with = "DateText")]
    pub day: Date,
    /// Found by the program in the books or the register.
    pub automatic: bool,
    /// What was done.
    pub note: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExposureEntry {
    /// Number of the record.
    pub entry_id: u64,
    /// `BG-202401-000001`
    pub entry_no: String,
    /// What a person writes.
    pub facts: EntryFacts,
    /// 对象 as everybody sees it: natural persons masked.
    pub display_name: String,
    /// Plate of the bills or of the asset; 0 for none.
    pub plate_id: u64,
    /// The day amount and days are of.
    pub as_of: Date,
    /// The rule that found it; none when made by hand.
    pub rule: Option<Rule>,
    /// Overdue bills behind it: when they are paid it is put right.
    pub bills: Vec<u64>,
    pub state: EntryState,
    /// Login name of who wrote it last; empty when a rule found it and nobody changed it.
    pub author: String,
    /// Login names of who wrote or submitted it; none in records of before.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Login name of who submitted it.
    pub submitted_by: String,
    pub submitted_at: Option<Stamp>,
    /// Login name of who decided.
    pub decided_by: String,
    /// When it was decided, withdrawn or put right for the last time.
    pub ended: Option<Date>,
    /// Opinion of the decision.
    pub comment: String,
    /// When it was taken down.
    pub withdrawn: Option<Date>,
    pub withdraw_reason: String,
    /// How it was put right.
    pub rectified: Option<Rectified>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl ExposureEntry {
    /// The state on a day: what was published is on the board, over, taken down or put right by then.
    pub fn state_on(&self, day: Date) -> EntryState {
        if matches!(self.state, EntryState::Candidate | EntryState::Submitted | EntryState::Refused) {
            return self.state;
        }
        if self.rectified.as_ref().is_some_and(|rectified| rectified.day <= day) {
            return EntryState::Rectified;
        }
        if self.withdrawn.is_some_and(|withdrawn| withdrawn <= day) {
            return EntryState::Withdrawn;
        }
        if self.facts.publish_to.is_some_and(|last| last < day) {
            return EntryState::Expired;
        }
        EntryState::Published
    }

    /// Whether the board shows it on a day.
    pub fn is_shown(&self, day: Date) -> bool {
        self.state_on(day) == EntryState::Published && self.facts.publish_from.is_some_and(|first| first <= day)
    }

    /// Whether somebody still has to do something about it.
    pub fn is_living(&self, day: Date) -> bool {
        matches!(self.state_on(day), EntryState::Candidate | EntryState::Submitted | EntryState::Published)
    }

    /// Its first day on the board; none while it is not published, whatever was planned.
    pub fn publication(&self) -> Option<Date> {
        let was = matches!(self.state, EntryState::Published | EntryState::Rectified | EntryState::Withdrawn);
        self.facts.publish_from.filter(|_| was)
    }

    /// 逾期天数 on a day: as long as nobody pays, they grow.
    pub fn days_on(&self, day: Date) -> Option<i64> {
        let grows = self.facts.subject.subject_kind.is_computed();
        let since = if grows { days_between(self.as_of, day).max(0) } else { 0 };
        self.facts.overdue_days.map(|days| days + since)
    }

    /// Whether it may still be put right: published and neither taken down nor put right.
    pub fn is_open(&self) -> bool {
        self.state == EntryState::Published
    }
}

/// Entries by tenant and party A.
pub const BY_TENANT: Index<ExposureEntry> = Index {
    name: "exposure/tenant",
    unique: false,
    keys: |entry| {
        let subject = entry.facts.subject;
        if subject.tenant_id == 0 {
            return Vec::new();
        }
        vec![key().u64(subject.tenant_id).u64(subject.party_a_id)]
    },
};
/// Entries that may still be put right.
pub const OPEN: Index<ExposureEntry> = Index {
    name: "exposure/open",
    unique: false,
    keys: |entry| if entry.is_open() { vec![key().u64(entry.entry_id)] } else { Vec::new() },
};
/// Those that wait for a decision.
pub const WAITING: Index<ExposureEntry> = Index {
    name: "exposure/waiting",
    unique: false,
    keys: |entry| if entry.state == EntryState::Submitted { vec![key().u64(entry.entry_id)] } else { Vec::new() },
};

impl Record for ExposureEntry {
    const TABLE: &'static str = "exposure_entry";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_TENANT, OPEN, WAITING];
    fn id(&self) -> Key {
        id(self.entry_id)
    }
}

business!(ExposureEntry, "曝光条目", entry_id, entry_no);

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn published() -> ExposureEntry {
        ExposureEntry {
            entry_id: 1,
            entry_no: "BG-202409-000001".into(),
            facts: EntryFacts {
                publish_from: Some(date(2024, 9, 10)),
                publish_to: Some(date(2024, 9, 20)),
                ..EntryFacts::default()
            },
            display_name: String::new(),
            plate_id: 0,
            as_of: date(2024, 9, 10),
            rule: None,
            bills: Vec::new(),
            state: EntryState::Published,
            author: String::new(),
            authors: Vec::new(),
            submitted_by: String::new(),
            submitted_at: None,
            decided_by: String::new(),
            ended: None,
            comment: String::new(),
            withdrawn: None,
            withdraw_reason: String::new(),
            rectified: None,
            owned: Owned::default(),
        }
    }

    #[test]
    fn the_state_of_a_day_follows_from_the_days_of_the_entry() {
        let entry = published();
        let on = |entry: &ExposureEntry, day: i8| entry.state_on(date(2024, 9, day));
        assert!(!entry.is_shown(date(2024, 9, 9)) && entry.is_shown(date(2024, 9, 10)));
        assert!(entry.is_shown(date(2024, 9, 20)) && !entry.is_shown(date(2024, 9, 21)));
        assert_eq!((on(&entry, 20), on(&entry, 21)), (EntryState::Published, EntryState::Expired));
        let withdrawn =
            ExposureEntry { withdrawn: Some(date(2024, 9, 15)), state: EntryState::Withdrawn, ..published() };
        assert_eq!((on(&withdrawn, 14), on(&withdrawn, 15)), (EntryState::Published, EntryState::Withdrawn));
        let rectified = Rectified { day: date(2024, 9, 25), automatic: true, note: String::new() };
        let late = ExposureEntry { rectified: Some(rectified), state: EntryState::Rectified, ..published() };
        assert_eq!((on(&late, 24), on(&late, 25)), (EntryState::Expired, EntryState::Rectified));
        let draft = ExposureEntry { state: EntryState::Candidate, ..published() };
        assert!(!draft.is_shown(date(2024, 9, 12)) && draft.is_living(date(2024, 12, 31)));
    }
}
