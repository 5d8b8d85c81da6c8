//! Slips: issued, printed again, made void.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lines::paid_lines;
use super::list::{SlipOut, out};
use super::record::{STANDING, Slip, SlipState, SlipText, SlipVoid};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::receipt::record::{Receipt, ReceiptState};
use crate::features::lease::contract::ops::rooms_out;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::op::{Op, View};
use crate::records::list::NameCache;
use crate::records::names::person_name;
use crate::records::owned::{Business, Owned};
use crate::records::{number, owned};
use crate::route::{Data, Done};
use crate::store::{Reads, id};

/// Slips that are issued or printed at once, at most.
const MOST: usize = 500;

/// Money to issue slips for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct IssueSlips {
    /// Receipts 收款, by numbers; one that has a slip that counts gets this one printed again.
    pub receipt_ids: Vec<u64>,
}

/// Slips to print again.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PrintSlips {
    /// Slips 收据, by numbers.
    pub ids: Vec<u64>,
}

/// A slip that is no longer to count.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoidSlip {
    /// Number of the slip 收据 that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Reason in words; it is printed on the void sheet.
    #[schemars(title = "作废原因")]
    pub reason: String,
}

fn counted(count: usize, what: &str) -> Result<()> {
    if (1..=MOST).contains(&count) {
        return Ok(());
    }
    Err(AppError::refused(format!("请选择1到{MOST}{what}")))
}

/// POST /fin/slip: the slips of some money, in its order, to be printed now.
///
/// # Errors
/// Money of nobody known, or that was taken back.
pub fn issue(op: &mut Op, input: IssueSlips) -> Result<Data<Vec<SlipOut>>> {
    counted(input.receipt_ids.len(), "笔收款")?;
    let mut slips = Vec::with_capacity(input.receipt_ids.len());
    for receipt_id in input.receipt_ids {
        let receipt: Receipt = owned::find_through(&op.view(), receipt_id, "fin:receipt:query")?;
        let standing: Option<Slip> = op.view().tx.one(&STANDING, &id(receipt_id))?;
        let slip = match standing {
            Some(slip) => printed(op, slip)?,
            None => new(op, &receipt)?,
        };
        slips.push(slip);
    }
    shown(op, &slips)
}

fn shown(op: &Op, slips: &[Slip]) -> Result<Data<Vec<SlipOut>>> {
    let view = op.view();
    let mut names = NameCache::new(&view);
    slips.iter().map(|slip| out(&view, &mut names, slip)).collect::<Result<_>>().map(Data)
}

fn new(op: &mut Op, receipt: &Receipt) -> Result<Slip> {
    match receipt.state {
        ReceiptState::Posted => {}
        ReceiptState::Unclaimed => {
            let sentence = format!("收款 {} 尚未认领，认领后才能开具收据", receipt.receipt_no);
            return Err(AppError::refused(sentence));
        }
        ReceiptState::Reversed => {
            return Err(AppError::refused(format!("收款 {} 已冲销，不能开具收据", receipt.receipt_no)));
        }
    }
    let text = text(&op.view(), receipt)?;
    let party: PartyA = owned::linked(&op.view(), receipt.party_a_id)?;
    let slip = Slip {
        slip_no: number::draw_of_year(op, &party.facts.party_a_code)?,
        slip_id: op.next_id::<Slip>()?,
        day: op.now.date(),
        receipt_id: receipt.receipt_id,
        party_a_id: receipt.party_a_id,
        tenant_id: receipt.tenant_id,
        text,
        state: SlipState::Issued,
        void: None,
        prints: 1,
        owned: Owned::default(),
    };
    owned::insert(op, slip, receipt.owned.dept_id, String::new())
}

/// What the slip of some money says.
fn text(view: &View, receipt: &Receipt) -> Result<SlipText> {
    let mut names = NameCache::new(view);
    let lines = paid_lines(view, receipt)?;
    let paid: i64 = lines.iter().map(|line| line.amount_fen).sum();
    let lease: Option<Lease> = if receipt.lease_id == 0 { None } else { view.tx.get(&id(receipt.lease_id))? };
    let about = match lease {
        Some(lease) => {
            let rooms = rooms_out(view, &mut names, &lease.facts)?;
            let rooms: Vec<String> = rooms.into_iter().map(|room| room.room_label).collect();
            format!("{} {}", lease.lease_no, rooms.join("、"))
        }
        None => String::new(),
    };
    Ok(SlipText {
        party_a_name: names.of::<PartyA>(receipt.party_a_id)?,
        payer: names.of::<Tenant>(receipt.tenant_id)?,
        about,
        receipt_no: receipt.receipt_no.clone(),
        purpose: receipt.purpose,
        method: receipt.method,
        value_date: receipt.value_date,
        amount_fen: receipt.amount_fen,
        rest_fen: receipt.amount_fen - paid,
        lines,
        cashier: person_name(view, &receipt.owned.base.create_by)?,
    })
}

/// Counts a print.
fn printed(op: &mut Op, slip: Slip) -> Result<Slip> {
    let again = Slip { prints: slip.prints.saturating_add(1), ..slip.clone() };
    owned::update(op, &slip, again, "补打")
}

/// POST /fin/slip/print: void ones too, with their mark.
///
/// # Errors
/// A slip that the caller doesn't see.
pub fn print(op: &mut Op, input: PrintSlips) -> Result<Data<Vec<SlipOut>>> {
    counted(input.ids.len(), "张收据")?;
    let mut slips = Vec::with_capacity(input.ids.len());
    for slip_id in input.ids {
        let slip: Slip = owned::find(&op.view(), slip_id)?;
        slips.push(printed(op, slip)?);
    }
    shown(op, &slips)
}

/// POST /fin/slip/void
///
/// # Errors
/// One that is void already, or was changed meanwhile.
pub fn void(op: &mut Op, input: VoidSlip) -> Result<Done> {
    let slip: Slip = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &slip, input.version)?;
    let reason = input.reason.trim();
    check::required("reason", reason, "请填写作废原因")?;
    check::at_most("reason", reason, 200, "作废原因不能超过200个字符")?;
    if slip.state == SlipState::Void {
        return Err(AppError::refused(format!("收据 {} 已作废", slip.title())));
    }
    made_void(op, &slip, reason.to_owned())?;
    Ok(Done)
}

fn made_void(op: &mut Op, slip: &Slip, reason: String) -> Result<()> {
    let void = SlipVoid { reason, by: op.caller.name(), at: op.now };
    owned::update(op, slip, Slip { state: SlipState::Void, void: Some(void), ..slip.clone() }, "作废")?;
    Ok(())
}

/// Takes the slip of money back with the money: reversed, undone, or of nobody known any more.
///
/// # Errors
/// Records that can't be written.
pub fn void_of(op: &mut Op, receipt_id: u64, reason: &str) -> Result<()> {
    match op.view().tx.one(&STANDING, &id(receipt_id))? {
        Some(slip) => made_void(op, &slip, reason.to_owned()),
        None => Ok(()),
    }
}
