//! Delivery of rooms to the tenant 交房 and their return 退房 (domain.md 2.11, kinds 4 and 5): the protocol with keys,
//! meters, defects and photos, and the dates that the lease carries.
//!
//! Invariants: a protocol is never edited, a later one of the same kind corrects it; a return frees the rooms from the day
//! after the last chargeable one, or after the return if that is later, and what the bills lacked for want of its day is issued
//! with it. Assets between units (kinds 1-3) are documents of the
//! books: `features/finance/handover`.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FILES;
use super::ops::found;
use super::record::{Lease, LeaseFacts, LeaseState};
use crate::error::{AppError, Result};
use crate::features::assets::occupancy::{Claim, OccupancyKind, cut, occupy, of_lease, of_room, release};
use crate::features::lease::hooks::{BilledAtReturn, returned};
use crate::kernel::check;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::numbered;
use crate::kernel::money::MOST_FEN;
use crate::kernel::span::{DateSpan, add_months, after, before};
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::list::One;
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Data;
use crate::store::{Index, Key, Reads, Record, id};

numbered! {
    /// 交接类型
    pub enum HandoverKind {
        /// Party A to tenant.
        Delivery = 4 => "交房",
        /// Tenant to party A.
        Return = 5 => "退房",
    }
}

/// What may be handed over.
pub const ITEM_KINDS: [&str; 7] = ["钥匙", "水表", "电表", "燃气", "设施", "档案", "其他"];
/// Most lines of a protocol.
const MOST_ITEMS: usize = 100;

/// A line of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandoverItem {
    /// One of 钥匙, 水表, 电表, 燃气, 设施, 档案, 其他.
    pub kind: String,
    /// Which one, e.g. 入户门钥匙.
    #[serde(default)]
    pub name: String,
    /// How many pieces.
    #[serde(default)]
    #[schemars(title = "数量")]
    pub quantity: u32,
    /// Reading of a meter, as it stands there.
    #[serde(default)]
    pub reading: String,
    /// In what condition.
    #[serde(default)]
    pub condition: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaseHandover {
    pub handover_id: u64,
    pub lease_id: u64,
    /// Delivery or return.
    pub kind: HandoverKind,
    pub date: Date,
    pub items: Vec<HandoverItem>,
    /// What is broken or missing.
    pub defects: String,
    /// What it costs, fen; counts in the settlement.
    pub damage_fen: i64,
    /// Photos and signed paper.
    pub files: Vec<u64>,
    /// Login name of who entered it.
    pub made_by: String,
    pub made_at: Stamp,
}

/// Protocols of a lease.
pub const BY_LEASE: Index<LeaseHandover> =
    Index { name: "lease_handover/lease", unique: false, keys: |handover| vec![id(handover.lease_id)] };

impl Record for LeaseHandover {
    const TABLE: &'static str = "lease_handover";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_LEASE];
    fn id(&self) -> Key {
        id(self.handover_id)
    }
}

/// A protocol as a form sends it; exactly one of the two dates says which kind it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Handover {
    /// Number of the lease 合同 that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// When the rooms were delivered.
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "交房日期")]
    pub delivered_date: Option<Date>,
    /// When they came back; frees the rooms from the next day.
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "退房日期")]
    pub returned_date: Option<Date>,
    /// What was handed over, line by line.
    #[serde(default)]
    pub items: Vec<HandoverItem>,
    /// What is broken or missing.
    #[serde(default)]
    pub defects: String,
    /// What it costs, fen.
    #[serde(default)]
    #[schemars(title = "损失金额")]
    pub damage_fen: i64,
    /// Photos and signed paper.
    #[serde(default)]
    pub files: Vec<u64>,
}

fn checked_items(items: Vec<HandoverItem>) -> Result<Vec<HandoverItem>> {
    if items.len() > MOST_ITEMS {
        return Err(AppError::refused(format!("交接清单不能超过{MOST_ITEMS}项")));
    }
    let mut checked = items;
    for (number, item) in (1..).zip(&mut checked) {
        if !ITEM_KINDS.contains(&item.kind.as_str()) {
            let kinds = ITEM_KINDS.join("、");
            return Err(AppError::refused(format!("交接清单第 {number} 项的类别须为 {kinds} 之一")));
        }
        for (what, text, most) in
            [("名称", &mut item.name, 50), ("读数", &mut item.reading, 20), ("状况", &mut item.condition, 100)]
        {
            *text = text.trim().to_owned();
            if text.chars().count() > most {
                return Err(AppError::refused(format!("交接清单第 {number} 项的{what}不能超过{most}个字符")));
            }
        }
    }
    Ok(checked)
}

fn kind_and_date(input: &Handover, today: Date) -> Result<(HandoverKind, Date)> {
    let (kind, date) = match (input.delivered_date, input.returned_date) {
        (Some(date), None) => (HandoverKind::Delivery, date),
        (None, Some(date)) => (HandoverKind::Return, date),
        _ => return Err(AppError::refused("请填写交房日期或退房日期，每次登记一项")),
    };
    if date > today {
        return Err(AppError::refused("交房、退房日期不能晚于今天"));
    }
    Ok((kind, date))
}

/// The rooms after a return: let to the last chargeable day, whenever the tenant left, and held by him while he stayed on.
fn give_back(op: &mut Op, lease: &Lease, date: Date) -> Result<()> {
    for row in of_lease(&op.view(), lease.lease_id)? {
        if row.kind == OccupancyKind::Holdover {
            release(op, row)?;
        } else {
            cut(op, row, date.max(lease.effective_end()))?;
        }
    }
    let stayed = DateSpan::new(after(lease.effective_end()), date);
    for room in lease.facts.rooms.iter().filter(|_| !stayed.is_empty()) {
        // Whoever has a lease of the room by then has it.
        let rows = of_room(&op.view(), room.room_id)?;
        let next = rows.iter().filter(|row| row.span.to >= stayed.from).map(|row| before(row.span.from)).min();
        let span = DateSpan::new(stayed.from, next.map_or(stayed.to, |day| day.min(stayed.to)));
        let (kind, lease_id, reason) = (OccupancyKind::Holdover, lease.lease_id, lease.lease_no.clone());
        if !span.is_empty() {
            occupy(op, Claim { room_id: room.room_id, span, kind, lease_id, reason })?;
        }
    }
    Ok(())
}

/// Rooms in which the tenant of before still is cannot be delivered.
fn refuse_stayers(view: &View, lease: &Lease, date: Date) -> Result<()> {
    for room in &lease.facts.rooms {
        for row in of_room(view, room.room_id)?.iter().filter(|row| row.lease_id != lease.lease_id) {
            let other: Option<Lease> = view.tx.get(&id(row.lease_id))?;
            let renewed = lease.facts.prev_lease_id;
            if let Some(other) = other.filter(|other| other.stays_on(date) && other.lease_id != renewed) {
                let (no, end) = (other.title(), other.effective_end());
                return Err(AppError::refused(format!(
                    "合同 {no} 已于 {end} 到期但尚未退房，请先登记退房，再办理交房"
                )));
            }
        }
    }
    Ok(())
}

/// Rooms come back at the end, or after somebody else has approved an early one: a return frees them for the next.
fn check_return(lease: &Lease, date: Date) -> Result<()> {
    let LeaseFacts { start_date, end_date, .. } = lease.facts;
    if date < start_date {
        return Err(AppError::refused(format!("退房日期最早为起租日 {start_date}")));
    }
    if lease.last_day.is_none() && date < end_date {
        let no = lease.title();
        return Err(AppError::refused(format!("合同 {no} 租期至 {end_date}，提前退房请先办理提前终止")));
    }
    Ok(())
}

pub fn hand_over(op: &mut Op, input: Handover) -> Result<Data<BilledAtReturn>> {
    let lease = found(op, input.id, input.version)?;
    if !matches!(lease.state, LeaseState::Signed | LeaseState::Terminated) {
        let (lease_no, state) = (lease.title(), lease.state.label());
        return Err(AppError::refused(format!("合同 {lease_no} 当前为“{state}”，不能登记交房或退房")));
    }
    let (kind, date) = kind_and_date(&input, op.now.date())?;
    let field = if kind == HandoverKind::Delivery { "deliveredDate" } else { "returnedDate" };
    let delivered_date = input.delivered_date.or(lease.delivered_date);
    let returned_date = input.returned_date.or(lease.returned_date);
    if let (Some(delivered), Some(returned)) = (delivered_date, returned_date)
        && returned < delivered
    {
        return Err(AppError::refused("退房日期不能早于交房日期").at(field));
    }
    if kind == HandoverKind::Return {
        check_return(&lease, date)?;
    }
    let earliest = add_months(lease.facts.start_date, -12);
    if date < earliest {
        return Err(AppError::refused(format!("交房日期最早为起租日前一年（{earliest}）")).at(field));
    }
    check::past_day(field, date, op.now.date(), "交房、退房日期")?;
    check::at_most("defects", &input.defects, 500, "缺损说明不能超过500个字符")?;
    if !(0..=MOST_FEN).contains(&input.damage_fen) {
        return Err(AppError::refused("损失金额须在0到1000亿元之间").at("damageFen"));
    }
    if input.files.len() > 100 {
        return Err(AppError::refused("附件不能超过100个").at("files"));
    }
    let items = checked_items(input.items)?;
    access::attach(op, &input.files, FILES.name, lease.lease_id)?;
    match kind {
        HandoverKind::Return => give_back(op, &lease, date)?,
        HandoverKind::Delivery => refuse_stayers(&op.view(), &lease, date)?,
    }
    let handover = LeaseHandover {
        handover_id: op.next_id::<LeaseHandover>()?,
        lease_id: lease.lease_id,
        kind,
        date,
        items,
        defects: input.defects.trim().to_owned(),
        damage_fen: input.damage_fen,
        files: input.files,
        made_by: op.caller.name(),
        made_at: op.now,
    };
    op.put(&handover)?;
    let next = Lease { delivered_date, returned_date, ..lease.clone() };
    owned::update(op, &lease, next, kind.label())?;
    if kind == HandoverKind::Delivery {
        return Ok(Data(BilledAtReturn::default()));
    }
    let stands: Lease = owned::linked(&op.view(), lease.lease_id)?;
    returned(op, &stands).map(Data)
}

/// A protocol on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandoverOut {
    /// Number of the handover 移交.
    pub handover_id: u64,
    /// Delivery 交房 or return 退房.
    pub kind: HandoverKind,
    /// What people call it.
    pub label: &'static str,
    /// Day on which it was done.
    #[schemars(with = "DateText")]
    pub date: Date,
    /// What was handed over, line by line.
    pub items: Vec<HandoverItem>,
    /// What is broken or missing.
    pub defects: String,
    /// What it costs, fen.
    pub damage_fen: i64,
    /// Photos and signed paper.
    pub files: Vec<u64>,
    /// Real name of the person who made it.
    pub made_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub made_at: String,
}

/// GET /lease/lease/{id}/handovers: newest first.
pub fn list(view: &View, input: One) -> Result<Data<Vec<HandoverOut>>> {
    let lease: Lease = owned::find(view, input.id)?;
    let rows: Vec<LeaseHandover> = view.tx.by(&BY_LEASE, &id(lease.lease_id), true, 0, usize::MAX)?;
    let shown = |row: LeaseHandover| {
        Ok(HandoverOut {
            handover_id: row.handover_id,
            kind: row.kind,
            label: row.kind.label(),
            date: row.date,
            items: row.items,
            defects: row.defects,
            damage_fen: row.damage_fen,
            files: row.files,
            made_by: person_name(view, &row.made_by)?,
            made_at: row.made_at.to_text(),
        })
    };
    rows.into_iter().map(shown).collect::<Result<_>>().map(Data)
}
