//! Ready templates in the usual form, to be downloaded, changed in Word or WPS, and uploaded.

use std::io::Write as _;

use gx_office::{plain_document, plain_workbook};

use super::kind::PaperKind;
use super::table::OfKind;
use super::template::{Asks, asks, checked, insert, keep};
use crate::error::{AppError, Result};
use crate::features::system::file::ops::deposit;
use crate::op::{Op, View};
use crate::records::export::{Workbook, scratch_named};
use crate::records::list::Made;
use crate::route::Data;

/// The text of a kind's ready document (`gx_office::plain_document` says how it is written).
fn document(kind: PaperKind) -> Option<&'static str> {
    Some(match kind {
        PaperKind::Contract => include_str!("starters/contract.txt"),
        PaperKind::Supplement => include_str!("starters/supplement.txt"),
        PaperKind::Safety => include_str!("starters/safety.txt"),
        PaperKind::Notice => include_str!("starters/notice.txt"),
        PaperKind::Dunning => include_str!("starters/dunning.txt"),
        PaperKind::LawyersLetter => include_str!("starters/lawyers_letter.txt"),
        PaperKind::Expiry => include_str!("starters/expiry.txt"),
        PaperKind::End => include_str!("starters/end.txt"),
        PaperKind::Award => include_str!("starters/award.txt"),
        PaperKind::Receipt => include_str!("starters/receipt.txt"),
        PaperKind::Handover => include_str!("starters/handover.txt"),
        PaperKind::LeaseReport | PaperKind::BillReport => return None,
    })
}

/// That of its ready workbook (`gx_office::plain_workbook`).
fn workbook(kind: PaperKind) -> Option<&'static str> {
    match kind {
        PaperKind::Receipt => Some(include_str!("starters/receipt_sheet.txt")),
        PaperKind::Handover => Some(include_str!("starters/handover_sheet.txt")),
        PaperKind::LeaseReport => Some(include_str!("starters/lease_report.txt")),
        PaperKind::BillReport => Some(include_str!("starters/bill_report.txt")),
        _ => None,
    }
}

/// The ready file of a kind, and its name: the workbook where that is asked for, or all that there is.
///
/// # Errors
/// A kind without a workbook.
fn ready(input: OfKind) -> Result<(Vec<u8>, String)> {
    let kind = input.kind;
    let made = match (document(kind), workbook(kind)) {
        (Some(text), _) if !input.excel => {
            plain_document(text).map(|bytes| (bytes, format!("{}（示例）.docx", kind.label())))
        }
        (_, Some(text)) => plain_workbook(text).map(|bytes| (bytes, format!("{}（Excel示例）.xlsx", kind.label()))),
        _ => return Err(AppError::refused(format!("{}没有 Excel 示例，请使用 Word 示例", kind.label()))),
    };
    made.map_err(AppError::internal)
}

/// A ready template whose content is durable and whose record is still to be written.
pub struct Ready {
    kind: PaperKind,
    file_name: String,
    blob: String,
    size: u64,
    asks: Asks,
}

/// Stores the content of a kind's ready template.
///
/// # Errors
/// A disk that is full.
pub fn prepare(view: &View, input: OfKind) -> Result<Ready> {
    let (bytes, file_name) = ready(input)?;
    let asks = asks(&bytes, input.kind, &[])?;
    let (blob, size) = view.app.blobs.put(&bytes[..], u64::MAX).map_err(AppError::internal)?;
    Ok(Ready { kind: input.kind, file_name, blob, size, asks })
}

/// POST /paper/template/starter: the ready template of a kind as it is.
///
/// # Errors
/// It is there already.
pub fn adopt(op: &mut Op, ready: Ready) -> Result<Data<Made>> {
    let Ready { kind, file_name, blob, size, asks } = ready;
    let name = file_name.rsplit_once('.').map_or(file_name.as_str(), |(name, _)| name);
    let name = checked(&op.view(), kind, 0, name, &[], "")?;
    let template_id = insert(op, kind, name, Vec::new(), String::new())?;
    let file_id = deposit(op, &file_name, &blob, size)?;
    keep(op, (template_id, 1), (file_id, blob, file_name), asks)?;
    Ok(Data(Made { id: template_id }))
}

/// The work of GET /paper/template/starter/{kind}.
///
/// # Errors
/// A disk that is full.
pub fn write(view: &View, input: OfKind) -> Result<Workbook> {
    let (bytes, name) = ready(input)?;
    let ending = name.rsplit_once('.').map_or("docx", |(_, ending)| ending);
    let path = scratch_named(view, &format!(".{ending}"))?;
    let written = std::fs::File::create(&path).and_then(|mut file| file.write_all(&bytes));
    written.map_err(|error| AppError::from(crate::store::StoreError::from(error)))?;
    Ok(Workbook { path, name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_ready_template_that_its_own_check_passes() {
        let files = PaperKind::ALL.iter().flat_map(|kind| [false, true].map(|excel| OfKind { kind: *kind, excel }));
        for input in files.filter(|input| !input.excel || workbook(input.kind).is_some()) {
            let (kind, (bytes, name)) = (input.kind, ready(input).expect("a file"));
            let asks = asks(&bytes, kind, &[]).unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
            assert!(asks.fields.len() >= 8, "{name} has {} fields", asks.fields.len());
            assert!(!asks.in_margin && asks.excel == name.ends_with("xlsx"), "{name}");
            let form = asks.form.map(|form| form.columns).unwrap_or_default();
            assert_eq!(form.is_empty(), !kind.is_report(), "{name}");
            assert!(form.iter().all(|column| !column.field.is_empty() && !column.guessed), "{name}: {form:?}");
        }
    }
}
