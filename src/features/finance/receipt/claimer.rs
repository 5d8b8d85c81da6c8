//! Whose a payment is: what speaks for a tenant has a score, and only one who stands out is taken without a person.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::features::finance::bill::record::{BY_NO as BILLS, Bill, OPEN_BY_TENANT};
use crate::features::finance::dunning::record::Dunning;
use crate::features::lease::contract::record::{BY_NO as LEASES, Lease};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::order::Order;
use crate::kernel::text::folded;
use crate::op::View;
use crate::records::owned::is_visible;
use crate::store::{Reads, key};

const ACCOUNT: u32 = 100;
const NUMBER: u32 = 100;
const NAME: u32 = 80;
const INSIDE: u32 = 60;
const AMOUNT: u32 = 30;

/// Choices shown at most.
const SHOWN: usize = 3;

/// A tenant for whom something speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// How much speaks for him.
    pub score: u32,
    /// What does: 户名、账号、编号、附言、金额.
    pub why: String,
}

/// A payment whose payer is looked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Paid<'p> {
    /// Who got it.
    pub(super) party_a_id: u64,
    /// The payer's name.
    pub(super) payer: &'p str,
    /// His account in full.
    pub(super) account: &'p str,
    /// What he wrote.
    pub(super) memo: &'p str,
    /// Fen.
    pub(super) fen: i64,
}

/// Tenants that the caller may see, by what payments say of them; read once an import.
pub(super) struct Claimer {
    titles: HashMap<u64, String>,
    names: HashMap<String, Vec<u64>>,
    accounts: HashMap<String, Vec<u64>>,
    /// Names by their first two characters, for finding them inside of a text.
    starts: HashMap<[char; 2], Vec<String>>,
    /// Tenants by what they owe each party A.
    owing: HashMap<(u64, i64), Vec<u64>>,
    letters: OnceCell<HashMap<String, (u64, u64)>>,
}

impl Claimer {
    pub(super) fn load(view: &View) -> Result<Self> {
        let scope = view.caller.scope();
        let (mut titles, mut names, mut accounts) = (HashMap::new(), HashMap::new(), HashMap::new());
        let note = |map: &mut HashMap<String, Vec<u64>>, text: String, tenant_id: u64| {
            let known = map.entry(text).or_default();
            if !known.contains(&tenant_id) {
                known.push(tenant_id);
            }
        };
        view.tx.each::<Tenant>(|tenant| {
            if is_visible(view, &scope, &tenant) {
                for name in tenant.facts.payer_names.iter().chain([&tenant.facts.tenant_name]) {
                    note(&mut names, folded(name), tenant.tenant_id);
                }
                for mark in &tenant.payer_accounts {
                    note(&mut accounts, mark.clone(), tenant.tenant_id);
                }
                titles.insert(tenant.tenant_id, tenant.facts.tenant_name);
            }
            true
        })?;
        let mut starts: HashMap<[char; 2], Vec<String>> = HashMap::new();
        for name in names.keys() {
            let mut chars = name.chars();
            if let (Some(first), Some(second)) = (chars.next(), chars.next()) {
                starts.entry([first, second]).or_default().push(name.clone());
            }
        }
        let owing = owing(view, &titles)?;
        Ok(Self { titles, names, accounts, starts, owing, letters: OnceCell::new() })
    }

    /// The name of a tenant.
    pub(super) fn title(&self, tenant_id: u64) -> &str {
        self.titles.get(&tenant_id).map_or("", String::as_str)
    }

    /// A payer that was claimed for good while the file comes in: the lines after it follow.
    pub(super) fn learned(&mut self, tenant_id: u64, payer: &str, mark: &str) {
        for (map, text) in [(&mut self.names, folded(payer)), (&mut self.accounts, mark.to_owned())] {
            if !text.is_empty() {
                let known = map.entry(text).or_default();
                if !known.contains(&tenant_id) {
                    known.push(tenant_id);
                }
            }
        }
    }

    /// Tenants for whom something speaks, the likeliest first.
    pub(super) fn propose(&self, view: &View, paid: &Paid) -> Result<Vec<Proposal>> {
        let mut found: BTreeMap<u64, (u32, Vec<&'static str>)> = BTreeMap::new();
        let mut speak = |tenants: &[u64], score: u32, why: &'static str| {
            for tenant_id in tenants {
                let so_far = found.entry(*tenant_id).or_default();
                so_far.0 += score;
                so_far.1.push(why);
            }
        };
        let by_account = account_mark(view, paid.account);
        speak(self.accounts.get(&by_account).map_or(&[], Vec::as_slice), ACCOUNT, "账号");
        let memo = folded(paid.memo);
        speak(&self.numbered(view, paid.party_a_id, &memo)?, NUMBER, "编号");
        let by_name = self.names.get(&folded(paid.payer)).map_or(&[][..], Vec::as_slice);
        speak(by_name, NAME, "户名");
        let inside: Vec<u64> =
            self.inside(&memo).into_iter().filter(|tenant_id| !by_name.contains(tenant_id)).collect();
        speak(&inside, INSIDE, "附言中的名称");
        if let Some([tenant_id]) = self.owing.get(&(paid.party_a_id, paid.fen)).map(Vec::as_slice) {
            speak(&[*tenant_id], AMOUNT, "金额等于欠款");
        }
        let proposal = |(tenant_id, (score, why)): (u64, (u32, Vec<&str>))| Proposal {
            tenant_id,
            tenant_name: self.title(tenant_id).to_owned(),
            score,
            why: why.join("、"),
        };
        let mut proposals: Vec<Proposal> = found.into_iter().map(proposal).collect();
        proposals.order_by_key(|proposal| std::cmp::Reverse(proposal.score));
        proposals.truncate(SHOWN);
        Ok(proposals)
    }

    /// Tenants whose name stands in a text.
    fn inside(&self, text: &str) -> Vec<u64> {
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let mut found = Vec::new();
        for pair in chars.windows(2) {
            let [(at, first), (_, second)] = *pair else { continue };
            let (_, here) = text.split_at(at);
            for name in self.starts.get(&[first, second]).into_iter().flatten() {
                if here.starts_with(name.as_str()) {
                    found.extend(self.names.get(name).into_iter().flatten());
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Tenants whose bill, lease or letter is named.
    fn numbered(&self, view: &View, party_a_id: u64, memo: &str) -> Result<Vec<u64>> {
        let mut found = Vec::new();
        for number in numbers(memo) {
            let (tenant_id, of) = if number.starts_with("ZD") {
                let bill: Option<Bill> = view.tx.one(&BILLS, &key().str(&number))?;
                bill.map_or((0, 0), |bill| (bill.tenant_id, bill.party_a_id))
            } else if number.starts_with("HT") {
                let lease: Option<Lease> = view.tx.one(&LEASES, &key().str(&number))?;
                lease.map_or((0, 0), |lease| (lease.facts.tenant_id, lease.facts.party_a_id))
            } else {
                self.letter(view, &number)?
            };
            if of == party_a_id && self.titles.contains_key(&tenant_id) && !found.contains(&tenant_id) {
                found.push(tenant_id);
            }
        }
        Ok(found)
    }

    fn letter(&self, view: &View, number: &str) -> Result<(u64, u64)> {
        if self.letters.get().is_none() {
            let mut letters = HashMap::new();
            view.tx.each::<Dunning>(|letter| {
                letters.insert(letter.dunning_no, (letter.tenant_id, letter.party_a_id));
                true
            })?;
            let _ = self.letters.set(letters);
        }
        Ok(self.letters.get().and_then(|letters| letters.get(number)).copied().unwrap_or_default())
    }
}

/// The keyed hash by which a payer's account is known.
pub(super) fn account_mark(view: &View, account: &str) -> String {
    if account.is_empty() { String::new() } else { view.app.sealer().mark(&format!("payer {account}")) }
}

/// The one who stands out, if anybody does.
pub(super) fn sure(proposals: &[Proposal]) -> Option<&Proposal> {
    let first = proposals.first().filter(|first| first.score >= NAME)?;
    proposals.get(1).is_none_or(|second| second.score < INSIDE).then_some(first)
}

/// What each tenant owes each party A, deposits aside.
fn owing(view: &View, titles: &HashMap<u64, String>) -> Result<HashMap<(u64, i64), Vec<u64>>> {
    let bills: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &key(), false, 0, usize::MAX)?;
    let mut sums: BTreeMap<(u64, u64), i64> = BTreeMap::new();
    for bill in bills {
        if bill.kind != BillKind::Deposit && titles.contains_key(&bill.tenant_id) {
            *sums.entry((bill.party_a_id, bill.tenant_id)).or_default() += bill.outstanding_fen();
        }
    }
    let mut owing: HashMap<(u64, i64), Vec<u64>> = HashMap::new();
    for ((party_a_id, tenant_id), fen) in sums {
        owing.entry((party_a_id, fen)).or_default().push(tenant_id);
    }
    Ok(owing)
}

/// Numbers of documents in a folded text: `ZD-202411-000123`, with or without the strokes.
fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for prefix in ["ZD", "CJ", "HT"] {
        for (at, _) in text.match_indices(prefix) {
            let rest = text.get(at + prefix.len()..).unwrap_or_default();
            let digits: String = rest.chars().filter(|c| *c != '-').take_while(char::is_ascii_digit).collect();
            if let (Some(month), Some(no)) = (digits.get(..6), digits.get(6..12)) {
                found.push(format!("{prefix}-{month}-{no}"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_what_payers_write() {
        assert_eq!(numbers(&folded("付 zd-202411-000123 租金")), ["ZD-202411-000123"]);
        assert_eq!(numbers(&folded("ZD２０２４１１０００１２３、HT-202401-00001")), ["ZD-202411-000123"]);
        assert_eq!(numbers("租金"), Vec::<String>::new());
    }

    #[test]
    fn only_who_stands_out_is_taken() {
        let one = |score| Proposal { tenant_id: 1, tenant_name: String::new(), score, why: String::new() };
        for (scores, is_sure) in [
            (&[80][..], true),
            (&[80, 30], true),
            (&[80, 60], false),
            (&[100, 80], false),
            (&[60], false),
            (&[], false),
        ] {
            let proposals: Vec<Proposal> = scores.iter().map(|score| one(*score)).collect();
            assert_eq!(sure(&proposals).is_some(), is_sure, "{scores:?}");
        }
    }
}
