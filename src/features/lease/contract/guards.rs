//! What stands against a lease, or should make one think (domain.md 2.6, 3.9): each with its reason.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::record::{BY_PAPER, BY_TENANT, Lease, LeaseFacts, LeaseState, LettingMode, MOST_DEPOSIT_MONTHS};
use super::renewal;
use super::terms::{month_equivalent, rent_terms};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::{Asset, RestrictionKind};
use crate::features::assets::occupancy::{goes_on, of_room, with_stayers};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::availability::obstacle;
use crate::features::assets::room::record::{PriceUnit, Room};
use crate::features::lease::schedule::period::periods;
use crate::features::lease::schedule::plan::plan;
use crate::features::lease::schedule::terms::{BillKind, Escalation, EscalationMode, RentTerms};
use crate::features::lease::tenant::record::{CreditFlag, Tenant};
use crate::kernel::area::Area;
use crate::kernel::check;
use crate::kernel::exact::{exact, half_up};
use crate::kernel::money::{self, MOST_FEN, yuan_grouped};
use crate::kernel::span::{DateSpan, add_months};
use crate::op::View;
use crate::platform::settings::Setting;
use crate::records::owned;
use crate::records::owned::Business;
use crate::records::status::Status;
use crate::store::{Reads, id, key};

/// Years of a lease above which the form names the policy; 0 never.
pub const POLICY_YEARS: Setting<u64> = Setting::number_or_none(30, "lease.policyMaxYears", 5, 100, "，0 表示不提示")
    .called(
        "合同-最长租期（年，超过须专项报批）",
        "超过时在合同预览与审批中提示；法定上限二十年不可超过；0 表示不提示",
    );

/// Square metres of a lease above which the form names the policy; 0 never.
pub const POLICY_AREA: Setting<u64> =
    Setting::number_or_none(31, "lease.policyMaxAreaM2", 0, 100000000, "，0 表示不限制")
        .called("合同-同一乙方累计承租面积上限（㎡）", "超过时提示；0 表示不限制");

/// Whether it forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Cannot be submitted.
    Stop,
    /// Can be submitted; the approver sees it.
    Warn,
}

/// One reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Guard {
    /// Whether it forbids the operation or only warns.
    pub level: Level,
    /// Field of the form that it is about, by its name on the wire.
    pub field: &'static str,
    /// What stands against it, as a sentence for people.
    pub message: String,
}

/// Longest term the law allows, in years (Civil Code 705).
const LEGAL_YEARS: i64 = 20;
/// Most that a rent may rise by in one step, parts per million.
const MOST_RISE_PPM: i64 = 10_000_000;
/// Days of a last period that nobody means.
const STUB_DAYS: i64 = 5;
/// Most rooms of a lease.
const MOST_ROOMS: usize = 500;

/// Reasons as they are found.
pub struct Findings(pub(super) Vec<Guard>);

impl Findings {
    /// Something that forbids.
    pub fn stop(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push(Guard { level: Level::Stop, field, message: message.into() });
    }
    /// Something to think about.
    pub fn warn(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push(Guard { level: Level::Warn, field, message: message.into() });
    }
}

/// Everything found about a contract; `lease_id` is the lease itself, whose own rows do not block it.
pub fn guards(view: &View, facts: &LeaseFacts, lease_id: u64) -> Result<Vec<Guard>> {
    let mut found = Findings(Vec::new());
    check_terms(view, facts, &mut found);
    check_parties(view, facts, lease_id, &mut found)?;
    check_rooms(view, facts, lease_id, &mut found)?;
    renewal::check(view, facts, lease_id, &mut found);
    Ok(found.0)
}

/// Refuses with the first stop.
///
/// # Errors
/// Its sentence.
pub fn refuse_stops(guards: &[Guard]) -> Result<()> {
    match guards.iter().find(|guard| guard.level == Level::Stop) {
        Some(guard) => Err(AppError::refused(guard.message.clone()).at(guard.field)),
        None => Ok(()),
    }
}

/// An amount, price or day that no contract can mean: field and sentence. Asked before anything is computed with them.
pub fn out_of_bounds(facts: &LeaseFacts, today: Date) -> Option<(&'static str, String)> {
    let most = || "金额不能超过1000亿元".to_owned();
    let high = |amount: i64| amount.checked_abs().is_none_or(|amount| amount > MOST_FEN);
    if [facts.rent_fen, facts.deposit_fen].into_iter().any(high) {
        return Some(("rentFen", most()));
    }
    let rule = facts.escalation.iter();
    let mut steps =
        rule.clone().flat_map(|rule| rule.list.iter().copied().chain(rule.steps.iter().map(|step| step.rent)));
    if rule.clone().any(|rule| high(rule.value)) || steps.any(high) {
        return Some(("escalation", most()));
    }
    let is_share = |rule: &&Escalation| rule.mode == EscalationMode::Pct;
    if rule.clone().filter(is_share).any(|rule| !(-1_000_000..=MOST_RISE_PPM).contains(&rule.value)) {
        return Some(("escalation", "每次递增的比例须在-100%到1000%之间".to_owned()));
    }
    let area: i64 = facts.rooms.iter().map(|room| room.rent_area_m2.0.clamp(0, MOST_FEN)).fold(0, i64::saturating_add);
    let by_area = |price: i64| i128::from(price) * i128::from(area) / 10_000 > i128::from(MOST_FEN);
    if facts.rooms.iter().any(|room| high(room.price_e4) || by_area(room.price_e4) || high(room.rent_area_m2.0)) {
        return Some(("rooms", most()));
    }
    let extras = &facts.extra_charges;
    if extras.iter().any(|extra| high(extra.month_fen) || high(extra.price_e4) || by_area(extra.price_e4)) {
        return Some(("extraCharges", most()));
    }
    let ends = [("startDate", "起租日", Some(facts.start_date)), ("endDate", "到期日", Some(facts.end_date))];
    let first = [("firstDueDate", "首期应缴日", facts.first_due_date)];
    let base = facts.escalation.as_ref().and_then(|rule| rule.base_date);
    let days = ends.into_iter().chain(first).chain([("escalation", "递增基准日", base)]);
    days.filter_map(|(field, what, day)| Some((field, what, day?)))
        .find_map(|(field, what, day)| Some((field, check::day(field, day, today, what).err()?.message.to_string())))
}

/// Bills of more than a document may ask for.
fn sums_problem(terms: &RentTerms) -> Option<String> {
    let bills = plan(terms).ok()?;
    if let Some(bill) = bills.iter().find(|bill| bill.amount_fen > MOST_FEN) {
        return Some(format!("账期 {} 的账单超过1000亿元", bill.period));
    }
    let total = money::sum(bills.iter().map(|bill| bill.amount_fen));
    total.is_none().then(|| "全部账单合计超过10万亿元".to_owned())
}

fn check_terms(view: &View, facts: &LeaseFacts, found: &mut Findings) {
    if let Some((field, sentence)) = out_of_bounds(facts, view.now.date()) {
        return found.stop(field, sentence);
    }
    if let Some(sentence) = steps_problem(facts) {
        return found.stop("escalation", sentence);
    }
    let terms = rent_terms(facts);
    if let Some((field, sentence)) = terms.problem() {
        return found.stop(field, sentence);
    }
    let too_long = |years: i64| facts.end_date >= add_months(facts.start_date, years * 12);
    if too_long(LEGAL_YEARS) {
        found.stop("endDate", "租赁期限不得超过二十年（民法典第七百零五条）");
    }
    let policy = view.app.settings.get(&POLICY_YEARS);
    let policy = i64::try_from(policy).unwrap_or(LEGAL_YEARS);
    if policy > 0 && policy < LEGAL_YEARS && too_long(policy) {
        found.warn("endDate", format!("租期超过{policy}年，须按规定专项报批"));
    }
    if let [.., whole, last] = periods(&terms).as_slice()
        && last.days() < STUB_DAYS
        && facts.billing_cycle > 0
    {
        let (days, end) = (last.days(), whole.to);
        found.warn("endDate", format!("最后一个账期 {last} 只有 {days} 天；到期日改为 {end} 时各账期都是完整的"));
    }
    let amounts = terms.stages.iter().map(|stage| stage.rent).chain([facts.deposit_fen, facts.rent_fen]);
    let extras = facts.extra_charges.iter().flat_map(|extra| [extra.month_fen, extra.price_e4]);
    if amounts.chain(extras).any(|fen| fen < 0) {
        found.stop("rentFen", "租金、押金和费用不能为负数");
    }
    let monthly = terms.stages.iter().map(|stage| month_equivalent(facts.rent_basis, stage.rent)).max().unwrap_or(0);
    if monthly > MOST_FEN {
        found.stop("rentFen", "金额不能超过1000亿元");
    } else if let Some(sentence) = sums_problem(&terms) {
        found.stop("rentFen", sentence);
    }
    if facts.deposit_months > MOST_DEPOSIT_MONTHS {
        found.stop("depositMonths", format!("押金最多随租金补足到{MOST_DEPOSIT_MONTHS}个月租金"));
    }
    if facts.rent_basis.by_area() {
        if let Some(room) = facts.rooms.iter().find(|room| room.price_e4 <= 0) {
            found.stop("rooms", format!("请填写每个房间的租金单价（计租面积 {} ㎡ 的房间未填）", room.rent_area_m2));
        }
    } else if facts.rent_fen == 0 {
        found.warn("rentFen", "租金为0");
    }
    if facts
        .extra_charges
        .iter()
        .any(|extra| matches!(extra.kind, BillKind::Rent | BillKind::LateFee | BillKind::Deposit))
    {
        found.stop("extraCharges", "其他费用只能是物业费、水费、电费、赔偿或其他");
    }
    if facts.cap_ppm > 1_000_000 || facts.late_fee_ppm > 10_000 || facts.grace_days > 180 {
        found.stop("lateFeePpm", "滞纳金日率不能超过1%，上限不能超过本金，宽限期不能超过180天");
    }
    if facts.holdover_ppm > 2_000_000 {
        found.stop("holdoverPpm", "占用费不能超过原租金的200%");
    }
    if facts.letting_mode == LettingMode::Negotiated && facts.letting_reason.trim().is_empty() {
        found.stop("lettingReason", "协议出租须填写理由");
    }
}

/// Listed rents must begin inside the term, one after the other.
fn steps_problem(facts: &LeaseFacts) -> Option<String> {
    let mut last = facts.start_date;
    for (index, step) in facts.escalation.iter().flat_map(|rule| &rule.steps).enumerate() {
        let from = step.from;
        if from <= last {
            let before = if index == 0 { "起租日" } else { "前一阶段" };
            return Some(format!("第{}个租金阶段的开始日（{from}）须晚于{before}（{last}）", index + 1));
        }
        if from > facts.end_date {
            return Some(format!("第{}个租金阶段的开始日（{from}）晚于到期日（{}）", index + 1, facts.end_date));
        }
        last = from;
    }
    None
}

fn check_parties(view: &View, facts: &LeaseFacts, lease_id: u64, found: &mut Findings) -> Result<()> {
    match owned::find_through::<PartyA>(view, facts.party_a_id, "lease:lease:query") {
        Err(_) => found.stop("partyAId", "请选择甲方"),
        Ok(party) if party.facts.status == Status::Disabled => {
            found.stop("partyAId", format!("甲方“{}”已停用", party.title()));
        }
        Ok(_) => {}
    }
    let today = view.now.date();
    let mut tenants = vec![facts.tenant_id];
    tenants.extend(&facts.co_tenants);
    for (index, tenant_id) in tenants.iter().enumerate() {
        let Ok(tenant) = owned::find_through::<Tenant>(view, *tenant_id, "lease:lease:query") else {
            found.stop("tenantId", "请选择乙方");
            continue;
        };
        if tenants[..index].contains(tenant_id) {
            found.stop("coTenants", format!("乙方“{}”重复", tenant.title()));
        }
        check_tenant(view, facts, lease_id, &tenant, today, found)?;
    }
    let paper: Option<Lease> = match facts.paper_no.trim() {
        "" => None,
        paper => view.tx.one(&BY_PAPER, &key().u64(facts.party_a_id).str(paper))?,
    };
    if let Some(other) = paper.filter(|other| other.lease_id != lease_id) {
        found.stop("paperNo", format!("纸质合同编号 {} 已用于合同 {}", facts.paper_no.trim(), other.lease_no));
    }
    Ok(())
}

fn check_tenant(
    view: &View,
    facts: &LeaseFacts,
    lease_id: u64,
    tenant: &Tenant,
    today: jiff::civil::Date,
    found: &mut Findings,
) -> Result<()> {
    if tenant.facts.status == Status::Disabled {
        found.stop("tenantId", format!("乙方“{}”已停用", tenant.title()));
    }
    let reason = &tenant.credit.reason;
    match tenant.credit.on(today) {
        CreditFlag::Blocked if facts.credit_override.trim().is_empty() => {
            found.stop("tenantId", format!("乙方“{}”被标记为失信，限制新租：{reason}", tenant.title()));
        }
        CreditFlag::Blocked => {
            found.warn(
                "tenantId",
                format!("乙方“{}”被标记为失信（{reason}），申请例外：{}", tenant.title(), facts.credit_override),
            );
        }
        CreditFlag::Watched => found.warn("tenantId", format!("乙方“{}”被列为关注：{reason}", tenant.title())),
        CreditFlag::Normal => {}
    }
    let most = view.app.settings.get(&POLICY_AREA);
    if most > 0 {
        let own: Area = facts.rooms.iter().map(|room| room.rent_area_m2).sum();
        let others: Vec<Lease> = view.tx.by(&BY_TENANT, &id(tenant.tenant_id), false, 0, usize::MAX)?;
        let running = others.iter().filter(|lease| {
            lease.lease_id != lease_id
                && matches!(lease.state_on(today), LeaseState::Approved | LeaseState::Signed | LeaseState::Running)
        });
        let sum = own.0 + running.flat_map(|lease| &lease.facts.rooms).map(|room| room.rent_area_m2.0).sum::<i64>();
        if sum > i64::try_from(most).unwrap_or(i64::MAX / 100).saturating_mul(100) {
            let sum = Area(sum);
            found.warn("rooms", format!("乙方“{}”累计承租 {sum} ㎡，超过规定的 {most} ㎡", tenant.title()));
        }
    }
    Ok(())
}

fn check_rooms(view: &View, facts: &LeaseFacts, lease_id: u64, found: &mut Findings) -> Result<()> {
    if facts.rooms.is_empty() {
        found.stop("rooms", "请至少选择一个房间");
    }
    if facts.rooms.len() > MOST_ROOMS {
        found.stop("rooms", format!("一份合同最多{MOST_ROOMS}个房间"));
        return Ok(());
    }
    // Days before a lease passed on were another's to let.
    let own: Option<Lease> = if lease_id > 0 { view.tx.get(&id(lease_id))? } else { None };
    let since = own.filter(|own| !own.held_before.is_empty()).map_or(facts.start_date, |own| own.held_since());
    let window = DateSpan::new(since.max(facts.start_date), facts.end_date);
    for (index, chosen) in facts.rooms.iter().enumerate() {
        let Ok(room) = owned::find_through::<Room>(view, chosen.room_id, "lease:lease:query") else {
            found.stop("rooms", "有房间不存在，可能已被删除，请重新选择");
            continue;
        };
        let code = room.title();
        if facts.rooms[..index].iter().any(|other| other.room_id == chosen.room_id) {
            found.stop("rooms", format!("房间 {code} 重复"));
            continue;
        }
        if chosen.rent_area_m2.0 <= 0 {
            found.stop("rooms", format!("房间 {code} 的计租面积须大于0"));
        } else if chosen.rent_area_m2 != room.facts.rent_area_m2 {
            let (given, known) = (chosen.rent_area_m2, room.facts.rent_area_m2);
            found.warn("rooms", format!("房间 {code} 的计租面积 {given} ㎡ 与台账 {known} ㎡ 不一致"));
        }
        let asset: Asset = owned::linked(view, room.asset_id)?;
        let mut rows = with_stayers(view, of_room(view, room.room_id)?)?;
        rows.retain(|row| row.lease_id == 0 || row.lease_id != lease_id && !goes_on(row, facts.prev_lease_id));
        if let Some(against) = obstacle(&room, &asset, &rows, facts.party_a_id, &window) {
            found.stop("rooms", format!("房间 {code} {}", against.sentence()));
        }
        let mortgaged =
            asset.facts.restrictions.iter().any(|restriction| {
                restriction.kind == RestrictionKind::Mortgaged && restriction.span().overlaps(&window)
            });
        if mortgaged {
            found.warn("rooms", format!("房间 {code} 所在资产已抵押，须告知抵押权人"));
        }
    }
    let (rent, base) = (first_month(facts), base_rent(view, facts)?);
    if rent < base {
        let (rent, base) = (yuan_grouped(rent), yuan_grouped(base));
        found.warn("rentFen", format!("月租金 {rent} 元低于招租底价 {base} 元，须说明理由并专项审批"));
    }
    Ok(())
}

/// Fen of the first month, for comparison.
pub fn first_month(facts: &LeaseFacts) -> i64 {
    rent_terms(facts).stages.first().map_or(0, |stage| month_equivalent(facts.rent_basis, stage.rent))
}

/// Fen a month at the base prices of all rooms 招租底价.
///
/// # Errors
/// Records that can't be read.
pub fn base_rent(view: &View, facts: &LeaseFacts) -> Result<i64> {
    let mut base = exact(0, 1);
    for chosen in &facts.rooms {
        if let Some(room) = view.tx.get::<Room>(&id(chosen.room_id))? {
            base += base_month(&room, chosen.rent_area_m2);
        }
    }
    Ok(half_up(base))
}

/// Fen a month at a room's base price; 0 without one.
fn base_month(room: &Room, area: Area) -> crate::kernel::exact::Exact {
    let price = room.facts.base_price_e4.unwrap_or(0);
    match room.facts.price_unit {
        PriceUnit::AreaMonth => exact(price, 10_000) * exact(area.0, 1),
        PriceUnit::AreaDay => exact(price, 10_000) * exact(area.0, 1) * exact(365, 12),
        PriceUnit::Month => exact(price, 100),
    }
}
