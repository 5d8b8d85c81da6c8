//! 影响的金额 of contracts, their changes and early ends: by the rules that carry them out.

use jiff::civil::Date;

use super::approval::{annual_rent, area, rooms_text};
use super::change::{ChangeKind, asked, previewed, with_lease};
use super::guards::{base_rent, first_month};
use super::plan::current_terms;
use super::record::{Lease, LeaseFacts, LeaseKind};
use super::renewal;
use super::terms::{month_equivalent, rent_terms};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::constants::ImpactPart::{After, Before, Due, GivenUp};
use crate::features::approvals::impact::{Impact, ImpactOf, Line, change_text};
use crate::features::lease::schedule::plan::plan;
use crate::features::lease::schedule::terms::{BillKind, RentBasis, RentTerms, Stage};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::exact::{exact, half_up};
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;

/// What a contract, a change and an early end do.
pub static IMPACTS: [ImpactOf; 2] = [
    ImpactOf { keys: &["lease_sign"], of: of_lease },
    ImpactOf { keys: &["lease_change", "lease_terminate"], of: of_change },
];

const RENT: &[&str] = &["monthRentFen"];
const YEAR: &[&str] = &["annualRentFen"];
const PER_AREA: &[&str] = &["monthRentFen", "rentAreaM2", "rooms"];
const SENTENCE: &[&str] = &["tenant.name", "rooms", "monthRentFen"];

/// A new contract or a renewal stands on the floor price, the rent of before and the rent per square metre.
fn of_lease(view: &View, doc: &Doc) -> Result<Impact> {
    let lease: Lease = owned::find(view, doc.id)?;
    let facts = &lease.facts;
    let (rent, floor) = (first_month(facts), base_rent(view, facts)?);
    let former = renewal::seen(view, facts.prev_lease_id).map(|old| last_month(&old.facts));
    let mut lines = Vec::new();
    if let Some(former) = former {
        lines.push(Line::fen(Before, "上期月租金", former, RENT));
    }
    lines.push(Line::fen(After, "月租金", rent, RENT));
    lines.push(Line::fen(After, "最高年租金", annual_rent(facts), YEAR));
    lines.push(Line::fen(After, "押金", facts.deposit_fen, &["depositFen"]));
    if let Some(former) = former {
        lines.push(Line::said("较上期", change_text(former, rent), RENT));
    }
    lines.push(Line::said("底价（月）", floor_text(floor, rent), RENT));
    let area = area(facts);
    if area > 0 {
        let price = half_up(exact(rent, area) * exact(100, 1));
        lines.push(Line::said("单价", format!("{} 元/㎡·月", yuan_grouped(price)), PER_AREA));
    }
    let tenant = NameCache::new(view).of::<Tenant>(facts.tenant_id)?;
    let told = sentence(&Told { tenant, kind: facts.kind, rooms: rooms_text(view, facts)?, rent, former, floor });
    Ok(Impact { sentence: Some((told, SENTENCE)), lines })
}

fn floor_text(floor: i64, rent: i64) -> String {
    if floor <= 0 {
        return "未定底价".to_owned();
    }
    let told = against_floor(floor, rent);
    format!("{} 元，{told}", yuan_grouped(floor))
}

/// `低于底价 10.7%`; empty without a floor price.
fn against_floor(floor: i64, rent: i64) -> String {
    let moved = change_text(floor, rent);
    match (floor > 0, rent.cmp(&floor)) {
        (false, _) => String::new(),
        (true, std::cmp::Ordering::Equal) => "等于底价".to_owned(),
        (true, std::cmp::Ordering::Less) => format!("低于底价 {}", moved.trim_start_matches('-')),
        (true, std::cmp::Ordering::Greater) => format!("高于底价 {}", moved.trim_start_matches('+')),
    }
}

/// What a sentence about a contract is made of.
struct Told {
    tenant: String,
    kind: LeaseKind,
    rooms: String,
    rent: i64,
    former: Option<i64>,
    floor: i64,
}

fn sentence(told: &Told) -> String {
    let verb = if told.kind == LeaseKind::Renewal { "续租" } else { "承租" };
    let mut parts = vec![format!("{}{verb} {}", told.tenant, told.rooms), format!("月租 {}", yuan_grouped(told.rent))];
    let moved = told.former.map(|former| change_text(former, told.rent)).filter(|moved| !moved.is_empty());
    parts.extend(moved.map(|moved| format!("较上期 {moved}")));
    parts.extend(Some(against_floor(told.floor, told.rent)).filter(|floor| !floor.is_empty()));
    parts.join("，")
}

/// Fen of the last month that a contract agrees on.
fn last_month(facts: &LeaseFacts) -> i64 {
    rent_terms(facts).stages.last().map_or(0, |stage| month_equivalent(facts.rent_basis, stage.rent))
}

/// Fen a month on a day.
fn month_on(stages: &[Stage], basis: RentBasis, day: Date) -> i64 {
    let stage = stages.iter().find(|stage| stage.span.contains(day)).or(stages.last());
    stage.map_or(0, |stage| month_equivalent(basis, stage.rent))
}

/// Fen of rent over the whole term.
fn rent_of(terms: &RentTerms) -> Result<i64> {
    let bills = plan(terms).map_err(|(_, sentence)| AppError::refused(sentence))?;
    Ok(bills.iter().filter(|bill| bill.kind == BillKind::Rent).map(|bill| bill.amount_fen).sum())
}

const BEFORE: &[&str] = &["rentBeforeFen"];
const BOTH: &[&str] = &["rentBeforeFen", "rentAfterFen"];
const DELTAS: &[&str] = &["deltaSumFen", "deltas"];

/// A change or an early end: nothing is said of what can't be computed today, `stops` says why.
fn of_change(view: &View, doc: &Doc) -> Result<Impact> {
    let (change, lease) = with_lease(view, doc.id)?;
    let Ok((_, terms, told)) = previewed(view, &lease, &asked(&lease, &change)) else { return Ok(Impact::default()) };
    let old = current_terms(view, &lease)?;
    let basis = lease.facts.rent_basis;
    let day = change.effective_date;
    let monthly = month_on(&old.charged_stages(), basis, day);
    let mut lines = vec![Line::fen(Before, "月租金", monthly, BEFORE)];
    if change.kind == ChangeKind::Termination {
        let given_up = rent_of(&old)?.saturating_sub(rent_of(&terms)?);
        lines.push(Line::fen(GivenUp, "不再收取的租金", given_up, &["rentBeforeFen", "endAfter"]));
    } else {
        let then = month_on(&terms.charged_stages(), basis, day);
        lines.push(Line::fen(After, "月租金", then, BOTH));
        lines.push(Line::said("租金变化", change_text(monthly, then), BOTH));
        let moved = rent_of(&terms)?.saturating_sub(rent_of(&old)?);
        lines.push(Line::fen(if moved < 0 { GivenUp } else { After }, "全部租期租金增减", moved, BOTH));
    }
    if told.delta_sum_fen != 0 {
        let part = if told.delta_sum_fen < 0 { GivenUp } else { Due };
        lines.push(Line::fen(part, "已出账期差额", told.delta_sum_fen, DELTAS));
    }
    Ok(Impact { sentence: None, lines })
}

/// An early end under decision: its lease, and what it corrects of bills that are out. None for other changes, and
/// for an end that can't be carried out today.
///
/// # Errors
/// Records that can't be read.
pub fn early_end(view: &View, change_id: u64) -> Result<Option<(Lease, i64)>> {
    let (change, lease) = with_lease(view, change_id)?;
    if change.kind != ChangeKind::Termination {
        return Ok(None);
    }
    let told = previewed(view, &lease, &asked(&lease, &change)).ok();
    Ok(told.map(|(_, _, told)| (lease, told.delta_sum_fen)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contract_is_told_in_one_sentence() {
        let told = |kind, former, floor| {
            let (tenant, rooms) = ("瑞泰公司".to_owned(), "3 号楼 1201 等 4 间".to_owned());
            sentence(&Told { tenant, kind, rooms, rent: 1_750_000, former, floor })
        };
        for (kind, former, floor, expected) in [
            (
                LeaseKind::Renewal,
                Some(1_669_800),
                1_959_700,
                "瑞泰公司续租 3 号楼 1201 等 4 间，月租 17,500.00，较上期 +4.8%，低于底价 10.7%",
            ),
            (LeaseKind::New, None, 1_750_000, "瑞泰公司承租 3 号楼 1201 等 4 间，月租 17,500.00，等于底价"),
            (LeaseKind::New, None, 1_400_000, "瑞泰公司承租 3 号楼 1201 等 4 间，月租 17,500.00，高于底价 25.0%"),
            (LeaseKind::TakenOver, Some(0), 0, "瑞泰公司承租 3 号楼 1201 等 4 间，月租 17,500.00"),
        ] {
            assert_eq!(told(kind, former, floor), expected);
        }
        assert_eq!(floor_text(0, 100), "未定底价");
        assert_eq!(floor_text(1_959_700, 1_750_000), "19,597.00 元，低于底价 10.7%");
    }
}
