//! What a contract says about money (domain.md 2.6), as the engine reads and the store keeps it.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use gx_kernel::area::Area;
use gx_kernel::dates::DateText;
use gx_kernel::enumeration::{numbered, worded};
use gx_kernel::money::MOST_FEN;
use gx_kernel::span::{DateSpan, add_months};

worded! {
    /// How periods and month cells are cut 账期方式.
    #[derive(Default)]
    pub enum PeriodMode {
        /// Months of the contract, from its first day.
        #[default]
        Anchored = "ANCHORED" => "对月",
        /// Calendar months, quarters …
        Calendar = "CALENDAR" => "自然月",
    }
}

worded! {
    /// Share of a month cell that the start or end of the term cuts 不足月计租.
    #[derive(Default)]
    pub enum Proration {
        /// Days of the cell: d / N.
        #[default]
        Actual = "ACTUAL" => "当月实际天数",
        /// A thirtieth a day, at most one: min(d / 30, 1).
        D30 = "D30" => "每月30天",
        /// Yearly rent by the day, leap years too: min(12 d / 365, 1).
        D365 = "D365" => "年租金÷365天",
    }
}

numbered! {
    /// What the rent is agreed in 计租方式.
    #[derive(Default)]
    pub enum RentBasis {
        #[default]
        /// Fen a month.
        MonthTotal = 1 => "每月总额",
        /// 1/10,000 yuan per square metre and month.
        AreaMonth = 2 => "元/㎡·月",
        /// 1/10,000 yuan per square metre and day.
        AreaDay = 3 => "元/㎡·天",
        /// Fen a year; a month is the exact twelfth, never rounded alone.
        YearTotal = 4 => "每年总额",
    }
}

impl RentBasis {
    /// Whether the rent follows from unit price and area.
    pub fn by_area(self) -> bool {
        matches!(self, Self::AreaMonth | Self::AreaDay)
    }
}

/// How the due date follows from the period 缴费约定.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DueRule {
    /// Counted from where.
    pub kind: DueKind,
    /// Days, or the day of the month.
    pub n: u16,
}

worded! {
    /// From where a due date is counted.
    pub enum DueKind {
        /// n days before the period begins.
        Advance = "ADVANCE" => "账期开始前",
        /// Day n of the period's first month, never before the period begins.
        Day = "DAY" => "账期首月",
        /// n days after the period ends.
        Arrears = "ARREARS" => "账期结束后",
    }
}

numbered! {
    /// Which charges a rent-free interval frees.
    #[derive(Default)]
    pub enum FreeScope {
        #[default]
        /// The rent only.
        Rent = 1 => "仅租金",
        /// Property fee and the like as well.
        All = 2 => "全部费用",
    }
}

/// A rent-free interval 免租期.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RentFree {
    /// Days that the step counts for, both included.
    #[serde(flatten)]
    pub span: DateSpan,
    /// Which charges are free in these days.
    #[serde(default)]
    pub scope: FreeScope,
    /// Why, e.g. 装修期.
    #[serde(default)]
    pub reason: String,
}

worded! {
    /// How the rent rises 递增方式.
    #[derive(Default)]
    pub enum EscalationMode {
        /// By parts per million.
        #[default]
        Pct = "PCT" => "按比例",
        /// By a fixed amount.
        Add = "ADD" => "按固定额",
        /// To listed values, one each step.
        Set = "SET" => "按约定的阶段租金",
    }
}

/// A rent from a day on 阶段租金.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RentStep {
    /// First day on which the price holds.
    #[schemars(with = "DateText", title = "阶段开始日")]
    pub from: Date,
    /// The rent, in the unit of ADD.
    #[schemars(title = "阶段租金")]
    pub rent: i64,
}

/// A rule that raises the rent 递增.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Escalation {
    /// Months between two steps.
    #[serde(default)]
    pub every_months: u16,
    /// How the rent rises: by a share, by a sum, by listed prices.
    #[serde(default)]
    pub mode: EscalationMode,
    /// PCT: parts per million. ADD: fen a month (bases 1, 2), 1/10,000 yuan per square metre and day (basis 3), fen a
    /// year (basis 4).
    #[serde(default)]
    pub value: i64,
    /// SET: the rent of each step, in the unit of ADD.
    #[serde(default)]
    pub list: Vec<i64>,
    /// SET: the days on which the rent changes, each later than the one before; instead of `every_months` and `list`.
    #[serde(default)]
    pub steps: Vec<RentStep>,
    /// PCT: on the last stage's rent (true) or on the first one's (false).
    #[serde(default)]
    pub compound: bool,
    /// From when steps are counted; the first day of the term when absent.
    #[serde(default)]
    #[schemars(with = "Option<DateText>")]
    pub base_date: Option<Date>,
}

/// An interval with one constant rent 租金阶段.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stage {
    /// Days that the step counts for, both included.
    #[serde(flatten)]
    pub span: DateSpan,
    /// Fen a month (bases 1, 2), 1/10,000 fen a day (basis 3), fen a year (basis 4).
    pub rent: i64,
}

numbered! {
    /// Which kind of bill a charge makes 账单类型 (domain.md 2.7).
    #[derive(PartialOrd, Ord, Hash)]
    pub enum BillKind {
        Rent = 1 => "租金",
        Property = 2 => "物业费",
        Water = 3 => "水费",
        Power = 4 => "电费",
        LateFee = 5 => "滞纳金",
        Deposit = 6 => "押金",
        Penalty = 7 => "违约/赔偿",
        Other = 8 => "其他",
    }
}

/// A further charge beside the rent 其他费用: billed in the same periods, never escalated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExtraCharge {
    /// What tells it from the others for as long as the lease lives; 0 in a form for a new one.
    #[serde(default)]
    pub key: u16,
    /// 2, 3, 4 or 8.
    pub kind: BillKind,
    /// Fen a month; when 0, the price counts.
    #[serde(default)]
    pub month_fen: i64,
    /// 1/10,000 yuan per square metre and month.
    #[serde(default)]
    pub price_e4: i64,
}

/// Gives charges that have no key one that none of them has: their place in the list, as leases of before were numbered.
pub fn keyed(charges: &[ExtraCharge]) -> Vec<ExtraCharge> {
    let mut taken: Vec<u16> = charges.iter().map(|charge| charge.key).filter(|key| *key > 0).collect();
    let mut keyed = Vec::with_capacity(charges.len());
    for (place, charge) in (1..).zip(charges) {
        let mut charge = charge.clone();
        if charge.key == 0 {
            let next = taken.iter().max().map_or(1, |last| last + 1);
            charge.key = if taken.contains(&place) { next } else { place };
            taken.push(charge.key);
        }
        keyed.push(charge);
    }
    keyed
}

/// What counted up to a day, before a change: all that a change may alter, but the rent, which lies in the stages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PastTerms {
    /// Last day it counts.
    #[schemars(with = "DateText")]
    pub to: Date,
    /// Share of a cut month.
    pub proration: Proration,
    /// Rent-free intervals, in order.
    pub rent_free: Vec<RentFree>,
    /// When a bill is due.
    pub due_rule: DueRule,
    /// Days between issue and due date.
    pub issue_lead_days: u16,
    /// Charges beside the rent 其他费用.
    pub extra_charges: Vec<ExtraCharge>,
    /// Rent areas of the rooms.
    pub areas: Vec<Area>,
}

/// From which day on somebody is the tenant 承租人.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantFrom {
    /// First day, included.
    #[schemars(with = "DateText")]
    pub from: Date,
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// The deposit of the tenant before goes over to him.
    #[serde(default)]
    pub with_deposit: bool,
}

/// The money terms of a lease; `stages` are what the engine computes with, `escalation` is where they came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RentTerms {
    /// First and last day of the term 起租日, 到期日.
    pub term: DateSpan,
    /// Months of a period: 1, 2, 3, 4, 6, 12; 0 the whole term at once.
    pub billing_cycle: u8,
    /// How periods are cut.
    #[serde(default)]
    pub period_mode: PeriodMode,
    /// Share of a cut month.
    #[serde(default)]
    pub proration: Proration,
    /// What the rent is agreed in.
    pub rent_basis: RentBasis,
    /// Rent of the whole term in stages without gap or overlap.
    pub stages: Vec<Stage>,
    /// Rent-free intervals inside the term, in order.
    #[serde(default)]
    pub rent_free: Vec<RentFree>,
    /// When a bill is due.
    pub due_rule: DueRule,
    /// Overrides the rule for the first bill that is not zero.
    #[serde(default)]
    #[schemars(with = "Option<DateText>")]
    pub first_due_date: Option<Date>,
    /// Days between issue and due date.
    pub issue_lead_days: u16,
    /// Other charges; their key is the charge line of the plan.
    #[serde(default)]
    pub extra_charges: Vec<ExtraCharge>,
    /// What counted before changes, in order; these terms count after the last of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<PastTerms>,
    /// Who is the tenant since when, in order; empty while the lease has had one only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tenants: Vec<TenantFrom>,
    /// Last day that is charged when the lease ends early.
    #[serde(default)]
    #[schemars(with = "Option<DateText>")]
    pub last_chargeable_day: Option<Date>,
    /// Rent areas of the rooms: weights of the split, in the lease's order of rooms.
    pub areas: Vec<Area>,
}

/// Cycles a contract may have.
pub const CYCLES: [u8; 7] = [0, 1, 2, 3, 4, 6, 12];
/// Longest term the engine computes, in years; the law allows twenty (Civil Code 705).
pub const MOST_YEARS: i64 = 100;

impl RentTerms {
    /// The stages as far as they are charged: what was agreed for days after an early end is no rent of the lease.
    pub fn charged_stages(&self) -> Vec<Stage> {
        let charged = self.chargeable();
        let cut =
            |stage: &Stage| Stage { span: DateSpan::new(stage.span.from, stage.span.to.min(charged.to)), ..*stage };
        self.stages.iter().filter(|stage| stage.span.from <= charged.to).map(cut).collect()
    }

    /// The days that are charged 实际终止日 included.
    pub fn chargeable(&self) -> DateSpan {
        let end = self.last_chargeable_day.map_or(self.term.to, |day| day.min(self.term.to));
        DateSpan::new(self.term.from, end)
    }

    /// The terms of each stretch of days between changes: the same but what was changed, and without a past of their own.
    pub fn eras(&self) -> Vec<(DateSpan, Self)> {
        let mut now = Self { past: Vec::new(), ..self.clone() };
        now.extra_charges = keyed(&now.extra_charges);
        let (mut eras, mut from) = (Vec::with_capacity(self.past.len() + 1), self.term.from);
        for past in self.past.iter().filter(|past| past.to >= self.term.from) {
            let terms = Self {
                proration: past.proration,
                rent_free: past.rent_free.clone(),
                due_rule: past.due_rule,
                issue_lead_days: past.issue_lead_days,
                extra_charges: keyed(&past.extra_charges),
                areas: past.areas.clone(),
                ..now.clone()
            };
            eras.push((DateSpan::new(from, past.to), terms));
            from = gx_kernel::span::after(past.to);
        }
        eras.push((DateSpan::new(from, Date::MAX), now));
        eras
    }

    /// The tenant on a day; 0 while the lease has had one only.
    pub fn tenant_on(&self, day: Date) -> u64 {
        let known = self.tenants.iter().rev().find(|tenant| tenant.from <= day).or(self.tenants.first());
        known.map_or(0, |tenant| tenant.tenant_id)
    }

    /// What keeps the engine from computing: field and sentence.
    pub fn problem(&self) -> Option<(&'static str, String)> {
        let term = self.term;
        if term.is_empty() {
            return Some(("endDate", format!("到期日（{}）不能早于起租日（{}）", term.to, term.from)));
        }
        if term.to >= add_months(term.from, MOST_YEARS * 12) {
            return Some(("endDate", format!("租期不能超过{MOST_YEARS}年，请检查起止日期")));
        }
        if !CYCLES.contains(&self.billing_cycle) {
            return Some(("billingCycle", "支付周期只能是一次性、1、2、3、4、6或12个月".into()));
        }
        self.due_problem().or_else(|| self.free_problem()).or_else(|| self.stage_problem())
    }

    fn due_problem(&self) -> Option<(&'static str, String)> {
        let (low, high) = match self.due_rule.kind {
            DueKind::Day => (1, 31),
            DueKind::Advance | DueKind::Arrears => (0, 180),
        };
        if !(low..=high).contains(&self.due_rule.n) {
            return Some(("dueRule", format!("缴费约定的天数须在{low}到{high}之间")));
        }
        (self.issue_lead_days > 365).then(|| ("issueLeadDays", "提前出账天数不能超过365天".into()))
    }

    fn free_problem(&self) -> Option<(&'static str, String)> {
        for (index, free) in self.rent_free.iter().enumerate() {
            if free.span.is_empty() {
                return Some(("rentFree", format!("第{}个免租期的结束日不能早于开始日", index + 1)));
            }
            if !self.term.covers(&free.span) {
                return Some(("rentFree", format!("免租期（{}）须在租期（{}）之内", free.span, self.term)));
            }
            if let Some(other) = self.rent_free[..index].iter().find(|other| other.span.overlaps(&free.span)) {
                return Some(("rentFree", format!("免租期（{}）与免租期（{}）重叠", free.span, other.span)));
            }
        }
        None
    }

    fn stage_problem(&self) -> Option<(&'static str, String)> {
        let mut next = self.term.from;
        for stage in &self.stages {
            // Rents a day are in 1/10,000 fen. Beyond this nothing adds up in 64 bits any more.
            let unit = if self.rent_basis == RentBasis::AreaDay { 10_000 } else { 1 };
            if stage.rent / unit > MOST_FEN {
                return Some(("escalation", format!("租金阶段 {} 的租金超过1000亿元，请检查递增", stage.span)));
            }
            if stage.rent < 0 {
                return Some(("stages", format!("租金不能为负数（{}）", stage.span)));
            }
            if stage.span.from != next || stage.span.is_empty() {
                let what = if stage.span.from < next { "重叠" } else { "之间有空档" };
                return Some(("stages", format!("租金阶段{what}：{} 应从 {next} 开始", stage.span)));
            }
            next = gx_kernel::span::after(stage.span.to);
        }
        let end = self.stages.last().map(|stage| stage.span.to);
        (end != Some(self.term.to)).then(|| ("stages", format!("租金阶段须覆盖到到期日（{}）", self.term.to)))
    }
}
