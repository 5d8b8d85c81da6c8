//! The computation of a bill 算账说明 (domain.md I12): stage, month, days, share, exact amount, rounding.

use schemars::JsonSchema;
use serde::Serialize;

use super::amount::parts;
use super::plan::{BillLine, Charge, PlannedBill};
use super::terms::{BillKind, PeriodMode, Proration, RentBasis, RentTerms};
use gx_kernel::exact::{Exact, exact};
use gx_kernel::money::yuan_grouped;
use gx_kernel::span::DateSpan;

/// One step: a part of a month cell, a run of days, or a free interval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ExplainStep")]
pub struct Step {
    /// Days that the step counts for, both included.
    pub span: DateSpan,
    /// Number of the rent stage, from 1.
    pub stage_no: usize,
    /// `月租金 25,000.00`; `年租金 300,000.00 ÷ 12`, because the share is that of a month.
    pub rent: String,
    /// By how much the rent stepped up from the stage before: `+5%`; empty for the first stage and for free days.
    pub rise: String,
    /// `14 / 31`; for a rent by the day only the days.
    pub days: String,
    /// `0.4516`; the contract's rule for cut months is named in `rules`.
    pub share: String,
    /// Yuan, not rounded: `11,290.3226`.
    pub amount: String,
    /// Whether nothing is charged.
    pub free: bool,
}

/// The computation of a bill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// How months are counted: `按自然月计租`.
    pub mode: &'static str,
    /// How cut months are counted: `按当月实际天数`.
    pub proration: &'static str,
    /// How the amount comes about, step by step.
    pub steps: Vec<Step>,
    /// Sum of the steps in yuan, not rounded.
    pub exact_sum: String,
    /// Where it was rounded.
    pub rounding: &'static str,
    /// The bill's lines with their rounded parts.
    pub lines: Vec<BillLine>,
    /// Amount in whole fen.
    pub amount_fen: i64,
}

/// Explains a bill of the plan of these terms.
pub fn explain(terms: &RentTerms, bill: &PlannedBill) -> Explanation {
    let (eras, mut sum, mut steps) = (terms.eras(), exact(0, 1), Vec::new());
    for line in &bill.lines {
        let era = eras.iter().find(|(span, _)| span.contains(line.span.from)).map_or(terms, |(_, era)| era);
        let charge = Charge::of(era, bill.charge_line).unwrap_or_else(|| Charge::rent(era));
        let stage_no = 1 + charge.stages.iter().position(|stage| stage.span.covers(&line.span)).unwrap_or(0);
        for (step, amount) in steps_of(era, &charge, line, stage_no) {
            sum += amount;
            steps.push(step);
        }
    }
    let by_year = bill.kind == BillKind::Rent && terms.rent_basis == RentBasis::YearTotal;
    Explanation {
        mode: match terms.period_mode {
            PeriodMode::Anchored => "对月计租（按起租日）",
            PeriodMode::Calendar => "按自然月计租",
        },
        proration: proration_text(terms.proration),
        steps,
        exact_sum: decimals(sum * exact(1, 100), 4),
        rounding: if by_year { "租约年度内累计四舍五入到分" } else { "整单四舍五入一次到分" },
        lines: bill.lines.clone(),
        amount_fen: bill.amount_fen,
    }
}

fn steps_of(terms: &RentTerms, charge: &Charge, line: &BillLine, stage_no: usize) -> Vec<(Step, Exact)> {
    let by_rent = charge.kind == BillKind::Rent;
    let rent = if by_rent {
        match terms.rent_basis {
            RentBasis::YearTotal => format!("{} ÷ 12", rent_text(terms.rent_basis, line.stage_rent)),
            basis => rent_text(basis, line.stage_rent),
        }
    } else {
        format!("月{} {}", charge.kind.label(), yuan_grouped(line.stage_rent))
    };
    let rise = if line.free { String::new() } else { rise(charge, stage_no, line.stage_rent) };
    let step = |span: DateSpan, days: String, share: String, amount: Exact| {
        let shown = decimals(amount * exact(1, 100), 4);
        (
            Step {
                span,
                stage_no,
                rent: rent.clone(),
                rise: rise.clone(),
                days,
                share,
                amount: shown,
                free: line.free,
            },
            amount,
        )
    };
    if line.free {
        return vec![step(line.span, line.span.days().to_string(), "0".into(), exact(0, 1))];
    }
    if by_rent && terms.rent_basis == RentBasis::AreaDay {
        let amount = charge.amount(terms, line.span, line.stage_rent);
        return vec![step(line.span, line.span.days().to_string(), line.span.days().to_string(), amount)];
    }
    parts(terms, line.span)
        .into_iter()
        .map(|part| {
            let days = format!("{} / {}", part.part.days(), part.cell.days());
            let amount = charge.amount(terms, part.part, line.stage_rent);
            step(part.part, days, decimals(part.share, 4), amount)
        })
        .collect()
}

/// «+5%»: a stage's rent against the one before, with at most two decimals.
fn rise(charge: &Charge, stage_no: usize, rent: i64) -> String {
    let before = stage_no.checked_sub(2).and_then(|place| charge.stages.get(place)).map_or(0, |stage| stage.rent);
    if before == 0 || before == rent {
        return String::new();
    }
    let percent = decimals(exact(rent - before, before) * exact(100, 1), 2);
    let sign = if rent > before { "+" } else { "" };
    let short = if percent.contains('.') { percent.trim_end_matches('0').trim_end_matches('.') } else { &percent };
    format!("{sign}{short}%")
}

/// How cut months are counted.
pub fn proration_text(proration: Proration) -> &'static str {
    match proration {
        Proration::Actual => "按当月实际天数",
        Proration::D30 => "按每月30天",
        Proration::D365 => "按年租金÷365天",
    }
}

/// `月租金 25,000.00`
pub fn rent_text(basis: RentBasis, stage_rent: i64) -> String {
    match basis {
        RentBasis::YearTotal => format!("年租金 {}", yuan_grouped(stage_rent)),
        RentBasis::AreaDay => format!("日租金 {}", decimals(exact(stage_rent, 1_000_000), 4)),
        RentBasis::MonthTotal | RentBasis::AreaMonth => format!("月租金 {}", yuan_grouped(stage_rent)),
    }
}

/// A fraction with up to `places` decimals, rounded for show; whole numbers of a share without any.
pub fn decimals(value: Exact, places: u32) -> String {
    if value.is_integer() && value.to_integer().abs() < 1_000 {
        return value.to_integer().to_string();
    }
    let scale = 10_i128.pow(places);
    let scaled = (value * Exact::from_integer(scale)).round().to_integer();
    let (whole, rest) = (scaled / scale, (scaled % scale).unsigned_abs());
    let sign = if scaled < 0 && whole == 0 { "-" } else { "" };
    let whole =
        i64::try_from(whole).map_or_else(|_| whole.to_string(), |whole| yuan_grouped(whole.saturating_mul(100)));
    format!("{sign}{}.{rest:0width$}", whole.trim_end_matches(".00"), width = usize::try_from(places).unwrap_or(0))
}
