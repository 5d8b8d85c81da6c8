//! 账龄分析: open money of each tenant by age, with his credit in a column of its own.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::columns::ByNumber;
use crate::columns::field::whole;
use crate::error::Result;
use crate::features::finance::credit::{self, CreditMove};
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::parties;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::order::Order;
use crate::kernel::page::Compare;
use crate::op::View;
use crate::records::list::{self, Filter, FilterBuilder, NameCache};
use crate::sheet::{Cell, Column};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AgeingQuery {
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
}

/// A tenant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgeingRow {
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// 未到期, 1-30, 31-60, 61-90, 91-180, 181-365, > 365 days, fen.
    pub buckets_fen: [i64; 7],
    /// 欠缴: everything overdue, fen.
    pub arrears_fen: i64,
    /// 预收, fen.
    pub credit_fen: i64,
    /// Open less credit, fen.
    pub balance_fen: i64,
}

pub struct Ages;

/// A tenant's money.
#[derive(Default, Clone, Copy)]
pub struct Aged {
    tenant_id: u64,
    buckets: [i64; 7],
    /// What of them is overdue.
    arrears: i64,
    credit: i64,
}

impl Aged {
    fn balance(&self) -> i64 {
        self.buckets[0] + self.arrears - self.credit
    }
}

fn cell<const PLACE: usize>(row: &AgeingRow) -> Cell {
    Cell::Decimal(row.buckets_fen.get(PLACE).copied().unwrap_or_default())
}

impl Report for Ages {
    type Query = AgeingQuery;
    type Item = Aged;
    type Row = AgeingRow;
    const SHEET: &'static str = "账龄分析";
    const SORTS: &'static [(&'static str, Compare<Aged>)] =
        &[("arrearsFen", |a, b| a.arrears.cmp(&b.arrears)), ("creditFen", |a, b| a.credit.cmp(&b.credit))];
    const COLUMNS: &'static [Column<AgeingRow>] = &[
        Column::new("乙方", 30.0, |row: &AgeingRow| Cell::Text(row.tenant_name.clone())),
        Column::new("未到期（元）", 14.0, cell::<0>),
        Column::new("1-30 天（元）", 14.0, cell::<1>),
        Column::new("31-60 天（元）", 14.0, cell::<2>),
        Column::new("61-90 天（元）", 14.0, cell::<3>),
        Column::new("91-180 天（元）", 14.0, cell::<4>),
        Column::new("181-365 天（元）", 14.0, cell::<5>),
        Column::new("365 天以上（元）", 14.0, cell::<6>),
        Column::new("欠缴合计（元）", 16.0, |row: &AgeingRow| Cell::Decimal(row.arrears_fen)).summed(),
        Column::new("预收（元）", 14.0, |row: &AgeingRow| Cell::Decimal(row.credit_fen)).summed(),
        Column::new("余额（元）", 16.0, |row: &AgeingRow| Cell::Decimal(row.balance_fen)).summed(),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &AgeingQuery, _: &Wanted<'_>) -> Result<Found<Aged>> {
        let as_of = lens.as_of;
        let figures = Figures::of(lens.view, lens.query)?;
        let aged = |(tenant_id, buckets): (u64, [i64; 7])| {
            let arrears = buckets.iter().skip(1).sum();
            (tenant_id, Aged { tenant_id, buckets, arrears, credit: 0 })
        };
        let mut tenants: HashMap<u64, Aged> = figures.ages_by_tenant(as_of)?.map(aged).collect();
        let seen = parties(lens.view, lens.query)?;
        let mut ask = FilterBuilder::<CreditMove>::default();
        ask.must(Filter::among(ask.place(&credit::PARTY_A)?, seen.iter().map(|party| whole(party.party_a_id))));
        ask.days(&credit::BOOK, None, Some(as_of))?;
        let mut credits = ByNumber::default();
        list::add_by(lens.view, &ask, (Some(&credit::TENANT), &credit::AMOUNT), false, &mut credits)?;
        for (tenant_id, fen) in credits.pairs() {
            let none = Aged { tenant_id, ..Aged::default() };
            tenants.entry(tenant_id).or_insert(none).credit += fen.cast_signed();
        }
        let mut items: Vec<Aged> = tenants.into_values().collect();
        items.retain(|aged| {
            query.tenant_id.is_none_or(|tenant| tenant == aged.tenant_id)
                && (aged.credit != 0 || aged.buckets.iter().any(|fen| *fen != 0))
        });
        items.order_by_key(|aged| (std::cmp::Reverse(aged.arrears), aged.tenant_id));
        let (mut ages, mut credit) = ([0_i64; 7], 0);
        for aged in &items {
            ages.iter_mut().zip(aged.buckets).for_each(|(sum, fen)| *sum += fen);
            credit += aged.credit;
        }
        let arrears = ages.iter().skip(1).sum::<i64>();
        let checks = if query.tenant_id.is_some() {
            Vec::new()
        } else {
            vec![
                Check::fen("欠缴", arrears, figures.arrears(as_of)?),
                Check::fen("预收", credit, figures.credit(as_of)?),
            ]
        };
        let mut totals = vec![
            Total::fen("arrearsFen", "欠缴合计", arrears),
            Total::fen("creditFen", "预收", credit),
            Total::fen("balanceFen", "余额", ages[0] + arrears - credit),
        ];
        totals.extend(super::arrears::AGES.iter().zip(ages).map(|(label, fen)| Total::fen("bucketsFen", label, fen)));
        Ok(Found::all(items, Sums { about: format!("截至 {as_of}"), totals, checks }))
    }

    fn show(_: &View, names: &mut NameCache<'_>, aged: Aged) -> Result<AgeingRow> {
        Ok(AgeingRow {
            tenant_id: aged.tenant_id,
            tenant_name: names.of::<Tenant>(aged.tenant_id)?,
            buckets_fen: aged.buckets,
            arrears_fen: aged.arrears,
            credit_fen: aged.credit,
            balance_fen: aged.balance(),
        })
    }
}
