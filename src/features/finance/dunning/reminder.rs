//! Promises that fall due, as notices to those who wrote them down.
//!
//! Invariant: a promise is reminded of once, on its day or on the first run after it; one that was kept before is not.

use std::collections::BTreeMap;

use super::promise::{money_of, state};
use super::record::{Dunning, PromiseState, TO_REMIND};
use crate::error::Result;
use crate::features::lease::tenant::record::Tenant;
use crate::features::system::notice::admin;
use crate::kernel::money::yuan_grouped;
use crate::kernel::text::in_markup;
use crate::op::Op;
use crate::platform::identity::user::User;
use crate::records::list::NameCache;
use crate::store::{Reads, id, key};

/// Publishes the reminders; answers how many people were told.
pub fn publish(op: &mut Op) -> Result<usize> {
    let today = op.now.date();
    let waiting: Vec<Dunning> = op.view().tx.by(&TO_REMIND, &key(), false, 0, usize::MAX)?;
    let due = |dunning: &Dunning| dunning.promise.is_some_and(|promise| promise.day <= today);
    let mut lines: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for dunning in waiting.into_iter().filter(due) {
        let view = op.view();
        let told = state(&dunning, &money_of(&view, dunning.tenant_id)?, today);
        if let Some(promise) = dunning.promise.filter(|_| told != PromiseState::Kept) {
            let tenant = in_markup(&NameCache::new(&view).of::<Tenant>(dunning.tenant_id)?);
            let (day, fen) = (promise.day, yuan_grouped(promise.amount_fen));
            let when = if day == today { "今天到期".to_owned() } else { format!("{day} 到期，未兑现") };
            let line = format!("{tenant}：承诺缴款 {fen} 元，{when}（{}）", dunning.dunning_no);
            lines.entry(dunning.owned.creator).or_default().push(line);
        }
        op.put_quietly(&Dunning { reminded: Some(today), ..dunning })?;
    }
    let mut told = 0;
    for (user_id, lines) in lines {
        let reachable = |user: User| user.enabled && !user.deleted;
        if !op.view().tx.get::<User>(&id(user_id))?.is_some_and(reachable) {
            continue;
        }
        told += 1;
        let title = format!("缴款承诺到期提醒：{} 项", lines.len());
        let introduction = "以下缴款承诺已到期，请核对到账并跟进：";
        admin::remind(op, vec![user_id], &title, (introduction, &lines, "催缴记录"))?;
    }
    Ok(told)
}
