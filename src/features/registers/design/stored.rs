//! Definitions of registers as they are written.

use super::super::record::Register;
use crate::error::Result;
use crate::op::Op;
use crate::records::base::Base;
use crate::records::owned::Owned;

/// Stores a new register. Its history are its versions and the audit log: a second copy of every draft would tell nobody more.
///
/// # Errors
/// A store that can't be written.
pub(in crate::features::registers) fn insert(op: &mut Op, mut register: Register) -> Result<Register> {
    register.owned =
        Owned { dept_id: 0, version: 1, creator: op.caller.user_id(), base: Base::made(op, String::new()) };
    op.put(&register)?;
    Ok(register)
}

/// Stores a changed register.
///
/// # Errors
/// A store that can't be written.
pub(in crate::features::registers) fn keep(op: &mut Op, old: &Register, mut register: Register) -> Result<Register> {
    register.owned.version = old.owned.version + 1;
    register.owned.base = old.owned.base.clone().changed(op);
    op.put(&register)?;
    Ok(register)
}

/// What the audit calls it.
pub const TITLE: &str = "登记表设计";
