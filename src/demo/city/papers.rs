//! Templates of papers as the program brings them, and the texts of the newest contracts.

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

/// Contracts whose text was made.
const TEXTS: usize = 5;

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
                let ids = leases.iter().rev().take(TEXTS).map(|lease| lease.lease_id).collect();
                let (persons, at) = (Persons::find(&op.view())?, calendar.at(calendar.today, 8, 30)?);
                op.acting(persons.clerk(0), at, |op| {
                    make(op, MakePapers { template_id, ids, ..MakePapers::default() }).map(drop)
                })
            })?;
        }
    }
    Ok(())
}
