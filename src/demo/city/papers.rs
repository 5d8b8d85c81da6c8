//! Templates of papers as the program brings them, and the texts of the newest contracts.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::act;
use super::persons::Persons;
use super::recipe::Calendar;
use crate::app::App;
use crate::error::Result;
use crate::features::lease::contract::record::Lease;
use crate::features::papers::kind::PaperKind;
use crate::features::papers::make::{MakePapers, make};
use crate::features::papers::starter::{adopt, prepare};
use crate::features::papers::table::OfKind;
use crate::op::Caller;
use crate::store::Reads;

/// Newest contracts whose text was made, beside the newest of each department.
const TEXTS: usize = 5;

/// Contracts whose text is made, newest first: no unit's list of papers is empty.
fn newest(leases: &[Lease]) -> Vec<u64> {
    let mut seen = BTreeSet::new();
    let picked =
        |(place, lease): (usize, &Lease)| (seen.insert(lease.owned.dept_id) || place < TEXTS).then_some(lease.lease_id);
    leases.iter().rev().enumerate().filter_map(picked).collect()
}

/// Adopts the ready template of every kind, and makes a few contracts.
pub fn put(app: &Arc<App>, caller: &Arc<Caller>, calendar: Calendar) -> Result<()> {
    for kind in PaperKind::ALL {
        let ready = app.read(caller, |view| prepare(view, OfKind { kind, excel: false }))?;
        let template_id = act(app, caller, move |op| {
            let persons = Persons::find(&op.view())?;
            let at = calendar.at(calendar.begin, 9, 30)?;
            op.acting(persons.keeper(0), at, |op| adopt(op, ready).map(|made| made.0.id))
        })?;
        if kind == PaperKind::Contract {
            act(app, caller, move |op| {
                let leases: Vec<Lease> = op.view().tx.all()?;
                let ids = newest(&leases);
                let (persons, at) = (Persons::find(&op.view())?, calendar.at(calendar.today, 8, 30)?);
                op.acting(persons.clerk(0), at, |op| {
                    make(op, MakePapers { template_id, ids, ..MakePapers::default() }).map(drop)
                })
            })?;
        }
    }
    Ok(())
}
