//! Records of asking that are taken back by who has just written them down: a slip of the hand, as with receipts (decision
//! 0257). The record goes, its number is not given again, the audit log keeps what it said.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{MOST, PRINTED};
use super::record::{Channel, Dunning};
use crate::error::{AppError, Result};
use crate::features::finance::files::FILES_DUNNING;
use crate::features::finance::receipt::reverse::UNDO_MILLISECONDS;
use crate::op::Op;
use crate::records::{files as access, owned};
use crate::route::Done;
use crate::store::id;

/// Which records are undone.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UndoDunnings {
    /// Numbers of the records 催缴记录 that were just made.
    pub ids: Vec<u64>,
}

/// POST /fin/dunning/undo 撤销: what its own maker has written down within the last minute, all of it or nothing.
///
/// # Errors
/// A sentence for a record of somebody else, an older one, and one whose promise somebody was reminded of, and of a letter.
pub fn undo(op: &mut Op, input: UndoDunnings) -> Result<Done> {
    if input.ids.is_empty() || input.ids.len() > MOST {
        return Err(AppError::refused(format!("请选择1到{MOST}条催缴记录")));
    }
    for dunning_id in input.ids {
        let dunning: Dunning = owned::find(&op.view(), dunning_id)?;
        let base = &dunning.owned.base;
        if base.create_by != op.caller.name() {
            return Err(AppError::refused(format!("只有登记人可以撤销刚登记的催缴记录 {}", dunning.dunning_no)));
        }
        if op.now.0 - base.create_time.0 > UNDO_MILLISECONDS || dunning.reminded.is_some() {
            let no = &dunning.dunning_no;
            return Err(AppError::refused(format!("催缴记录 {no} 登记已超过一分钟，不能撤销；如有不符请另行登记说明")));
        }
        // the paper bears the number
        if dunning.channel == Channel::Letter && dunning.said == PRINTED {
            return Err(AppError::refused(format!("催缴函 {} 已打印，不能撤销", dunning.dunning_no)));
        }
        access::set(op, &[], FILES_DUNNING.name, dunning_id)?;
        op.delete::<Dunning>(&id(dunning_id))?;
    }
    Ok(Done)
}
