//! What about the unit of amounts a person has to decide: a mistake there is one of ten thousand times. Pure.

use crate::sheet::Facts;

use super::above::Named;
use super::kind::{Kind, money_power, unit_of_path};
use super::place::Place;
use super::totals::TotalCheck;
use super::{ColumnGuess, Options};

/// Sentences about the unit; none once a person has chosen it, for the sheet or for each of its columns of amounts.
pub(super) fn describe(
    place: &Place,
    facts: &Facts,
    options: &Options,
    columns: &[ColumnGuess],
    totals: &[TotalCheck],
) -> Vec<String> {
    let amounts: Vec<&ColumnGuess> = columns.iter().filter(|one| one.kind == Kind::Money && one.filled > 0).collect();
    let is_said = |one: &&ColumnGuess| options.columns.get(&one.column).is_some_and(|said| said.unit.is_some());
    if options.unit.is_some() || (!amounts.is_empty() && amounts.iter().all(is_said)) {
        return Vec::new();
    }
    let own = |one: &ColumnGuess| unit_of_path(&one.path).as_deref().and_then(money_power);
    let open = amounts.iter().filter(|one| own(one).is_none() && !is_said(one)).count();
    let named: Vec<&Named> = place.named.iter().filter(|one| one.power().is_some()).collect();
    let used: Vec<u8> = amounts.iter().filter_map(|one| own(one).or_else(|| place.power())).collect();
    let mut found = Vec::new();
    let other = named.iter().find(|one| one.power() != place.power());
    if let (Some(first), Some(other), true) = (named.first(), other, open > 0) {
        found.push(format!("表上写有不同的金额单位：{}、{}", at(first), at(other)));
    } else if let Some(idle) = named.iter().find(|one| !one.power().is_some_and(|power| used.contains(&power))) {
        found.push(format!("{}，但没有一列金额用到它", at(idle)));
    }
    let unknown = place.named.iter().find(|one| one.unit.is_none());
    if let (Some(unknown), true) = (unknown, named.is_empty()) {
        found.push(format!("{}，没有认出金额的单位", at(unknown)));
    }
    if let Some(hidden) = named.iter().find(|one| facts.hidden.contains(&one.row)) {
        found.push(format!("{}，而这一行是隐藏的", at(hidden)));
    }
    if let Some(check) = totals.iter().find(|check| check.is_other_unit && !check.difference.is_empty()) {
        let column = amounts.iter().find(|one| one.column == check.column);
        let (label, unit) = column.map_or(("", ""), |one| (&one.label, one.unit.as_deref().unwrap_or_default()));
        found.push(format!("第 {} 行写的是“{}”，而“{label}”按{unit}读取，两者对不上", check.row, check.word));
    }
    found
}

fn at(named: &Named) -> String {
    format!("第 {} 行写有“{}”", named.row.saturating_add(1), named.text)
}
