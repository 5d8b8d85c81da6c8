//! Bills due in a span as they stood on a day: a page of them, and what they add up to. A year has a hundred thousand: they are
//! counted, added up and put in order by columns. Only those are looked at one by one that moved since the day or take
//! something off others, and only those of the page are read.

use std::collections::HashMap;

use jiff::civil::Date;

use super::scope_filter::ScopeFilter;
use super::standing::{Standing, Standings};
use super::{Items, Wanted, by_text};
use crate::columns::field::day;
use crate::columns::front::Keys;
use crate::columns::{Field, NONE};
use crate::error::Result;
use crate::features::finance::bill::columns;
use crate::features::finance::bill::record::Bill;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::Coded;
use crate::kernel::span::DateSpan;
use crate::records::list::run::find;
use crate::records::list::{self, Filter, FilterBuilder, ListQuery, Span};
use crate::store::{Reads, id};

/// Texts of bills that these reports sort by.
const TEXTS: &[&str] = &["billNo", "tenantName", "partyAName", "plateName", "roomText", "kind", "period"];

/// Numbers that they sort by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Due,
    /// The longest overdue last.
    DueDown,
    Amount,
    Waived,
    Collected,
    Open,
}

impl By {
    fn field(self) -> Field<Bill> {
        match self {
            Self::Due | Self::DueDown => columns::DUE,
            Self::Amount => columns::AMOUNT,
            Self::Waived => columns::WAIVED,
            Self::Collected => columns::ALLOCATED,
            Self::Open => columns::OPEN,
        }
    }
}

/// A bill of a page.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    pub bill_id: u64,
    /// How it stood; none when its record says so.
    pub standing: Option<Standing>,
    /// The day.
    pub as_of: Date,
}

/// Sums of bills, fen.
#[derive(Debug, Clone, Copy, Default)]
pub struct BillSums {
    /// 应收
    pub amount: i64,
    /// 减免
    pub waived: i64,
    /// 已收
    pub collected: i64,
    /// 未缴
    pub open: i64,
}

/// A question for bills.
pub struct Stood<'a> {
    lens: &'a ScopeFilter<'a>,
    standings: &'a Standings<'a>,
    /// In the books on the day, due in the span, no deposits.
    base: FilterBuilder<Bill>,
    /// Only those of which something was waived.
    pub waived: bool,
    /// Only those that are not paid in full.
    pub open: bool,
}

/// One that is looked at by itself.
struct Other {
    bill_id: u64,
    due: i64,
    amount: i64,
    standing: Standing,
}

impl Other {
    fn number(&self, by: By) -> i64 {
        match by {
            By::Due | By::DueDown => self.due,
            By::Amount => self.amount,
            By::Waived => self.standing.waived_fen,
            By::Collected => self.standing.collected_fen,
            By::Open => self.standing.open_fen,
        }
    }
}

fn not(filter: Filter) -> Filter {
    Filter::Not(Box::new(filter))
}

impl<'a> Stood<'a> {
    /// Bills due in a span that are seen.
    pub fn due(lens: &'a ScopeFilter<'a>, due: DateSpan, standings: &'a Standings<'a>) -> Result<Self> {
        let (mut base, as_of) = (lens.bills()?, lens.as_of);
        base.days(&columns::DUE, Some(due.from), Some(due.to))?;
        base.days(&columns::BOOK, None, Some(as_of))?;
        let void = base.place(&columns::VOID)?;
        let later = Filter::Between(void, day(Some(as_of)) + 1, i64::MAX);
        base.must(Filter::Any(vec![Filter::among(void, vec![NONE]), later]));
        base.must(not(Filter::among(base.place(&columns::KIND)?, vec![BillKind::Deposit.code()])));
        Ok(Self { lens, standings, base, waived: false, open: false })
    }

    /// Narrows to bills of some kinds, of a tenant, and whose number, tenant or rooms hold a word.
    pub fn narrow(&mut self, kinds: &[u8], tenant_id: Option<u64>, word: Option<&str>) -> Result<()> {
        self.base.several(&columns::KIND, kinds)?;
        self.base.given(&columns::TENANT, tenant_id)?;
        self.base.word(word, &[&columns::NO, &columns::TENANT_NAME, &columns::ROOMS])
    }

    /// The rows wanted with the number of all, and the sums of all.
    pub fn find(&self, wanted: &Wanted<'_>, sorts: &[(&str, By)]) -> Result<(Items<Item>, BillSums)> {
        let text = wanted.is_by(TEXTS);
        let by = if text { Vec::new() } else { self.order(wanted, sorts)? };
        let base = list::evaluated(self.lens.view, self.base.clone())?;
        let (others, rest) = (self.others(&base)?, list::evaluated(self.lens.view, base.and(self.rest()?))?);
        let (count, mut sums) = self.sums(&rest)?;
        for Other { amount, standing, .. } in &others {
            sums.amount += amount;
            sums.waived += standing.waived_fen;
            sums.collected += standing.collected_fen;
            sums.open += standing.open_fen;
        }
        let total = count + others.len() as u64;
        let ids = if text {
            let alone = Filter::ids(others.iter().map(|other| other.bill_id));
            by_text(self.lens.view, base.and(Filter::Any(vec![self.rest()?, alone])), wanted)?
        } else {
            self.by_number(wanted, &others, &rest, &by, total)?
        };
        let standings: HashMap<u64, Standing> = others.iter().map(|other| (other.bill_id, other.standing)).collect();
        let item = |bill_id| Item { bill_id, standing: standings.get(&bill_id).copied(), as_of: self.lens.as_of };
        Ok((Items::Cut(ids.into_iter().map(item).collect(), total), sums))
    }

    /// What is asked for, then the day on which they are due.
    fn order(&self, wanted: &Wanted<'_>, sorts: &[(&str, By)]) -> Result<Vec<(By, bool)>> {
        let mut by = wanted.order_before(sorts, &[(By::Due, false)])?;
        by.iter_mut().for_each(|(by, down)| *down = *down != (*by == By::DueDown));
        Ok(by)
    }

    /// Those whose columns say how they stood: that did not move since and take nothing off others.
    fn rest(&self) -> Result<Filter> {
        let base = &self.base;
        let mut all = vec![
            Filter::Between(base.place(&columns::AMOUNT)?, 0, i64::MAX),
            not(Filter::ids(self.standings.moved().iter().copied())),
        ];
        for field in [self.waived.then_some(columns::WAIVED), self.open.then_some(columns::OPEN)].into_iter().flatten()
        {
            all.push(not(Filter::among(base.place(&field)?, vec![0])));
        }
        Ok(Filter::All(all))
    }

    fn others(&self, base: &FilterBuilder<Bill>) -> Result<Vec<Other>> {
        let moved = Filter::ids(self.standings.moved().iter().copied());
        let ask = if self.open {
            base.and(moved)
        } else {
            base.and(Filter::Any(vec![Filter::Between(base.place(&columns::AMOUNT)?, NONE + 1, -1), moved]))
        };
        let fields = [columns::DUE, columns::AMOUNT, columns::WAIVED, columns::ALLOCATED];
        let mut others = Vec::new();
        list::gather::<Bill>(self.lens.view, &ask.filters, &fields, |bill_id, row| {
            let [due, amount, waived_fen, collected_fen] = *row else { return };
            // What takes something off is not open itself; what moved is looked at below.
            others.push(Other { bill_id, due, amount, standing: Standing { waived_fen, collected_fen, open_fen: 0 } });
        })?;
        for other in others.iter_mut().filter(|other| self.standings.moved().contains(&other.bill_id)) {
            if let Some(bill) = self.lens.view.tx.get::<Bill>(&id(other.bill_id))? {
                other.standing = self.standings.on(&bill)?;
            }
        }
        others.retain(|Other { standing, .. }| {
            (!self.waived || standing.waived_fen != 0) && (!self.open || standing.open_fen != 0)
        });
        Ok(others)
    }

    fn sums(&self, rest: &FilterBuilder<Bill>) -> Result<(u64, BillSums)> {
        let fields = [columns::AMOUNT, columns::WAIVED, columns::ALLOCATED, columns::OPEN];
        let sums = fields.iter().map(|field| rest.place(field)).collect::<Result<_>>()?;
        let found = find::<Bill>(self.lens.view, &ListQuery { sums, ..ListQuery::of(rest.clone(), Span::First(0)) })?;
        let [amount, waived, collected, open] = std::array::from_fn(|at| found.sums.get(at).copied().unwrap_or(0));
        Ok((found.total, BillSums { amount, waived, collected, open }))
    }

    fn by_number(
        &self,
        wanted: &Wanted<'_>,
        others: &[Other],
        rest: &FilterBuilder<Bill>,
        by: &[(By, bool)],
        total: u64,
    ) -> Result<Vec<u64>> {
        let mut front = wanted.front(total);
        let fields: Vec<_> = by.iter().map(|(by, down)| (by.field(), *down)).collect();
        list::fill(self.lens.view, rest, &fields, &mut front)?;
        for other in others {
            let mut keys: Keys = [0; 5];
            for (to, (by, down)) in keys.iter_mut().zip(by) {
                let key = other.number(*by);
                *to = if *down { !key } else { key };
            }
            keys[4] = crate::columns::field::whole(other.bill_id);
            front.put(keys);
        }
        Ok(front.cut().into_iter().map(|keys| keys[4].cast_unsigned()).collect())
    }
}
