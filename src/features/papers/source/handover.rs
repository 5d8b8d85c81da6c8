//! Rooms that were delivered or came back.

use gx_office::Value;

use super::{Sheet, count, lease, put, rows, text, values};
use crate::error::{AppError, Result};
use crate::features::lease::contract::handover::LeaseHandover;
use crate::features::lease::contract::record::Lease;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::store::{Reads, id};

/// A protocol with its contract.
pub fn sheet(view: &View, names: &mut NameCache<'_>, handover_id: u64) -> Result<Sheet> {
    let gone = || AppError::refused("交接记录不存在，可能已被删除，请刷新后重试");
    let handover: LeaseHandover = view.tx.get(&id(handover_id))?.ok_or_else(gone)?;
    let contract: Lease = owned::find(view, handover.lease_id).map_err(|_| gone())?;
    let mut made = lease::of(view, names, &contract, handover_id)?;
    let item = |item: &crate::features::lease::contract::handover::HandoverItem| {
        values([
            ("类别", text(&item.kind)),
            ("名称", text(&item.name)),
            ("数量", count(item.quantity)),
            ("读数", text(&item.reading)),
            ("状况", text(&item.condition)),
        ])
    };
    let more = [
        ("交接类型", text(handover.kind.label())),
        ("交接日期", Value::Date(handover.date)),
        ("物品", rows(handover.items.iter().map(item).collect())),
        ("有缺损", Value::Flag(!handover.defects.is_empty() || handover.damage_fen != 0)),
        ("缺损情况", text(&handover.defects)),
        ("损失金额", Value::Money(handover.damage_fen)),
    ];
    for (name, value) in more {
        put(&mut made.values, name, value);
    }
    Ok(made)
}
