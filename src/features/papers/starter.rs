//! Ready templates in the usual form, to be downloaded, changed in Word or WPS, and uploaded.

use std::io::Write as _;

use gx_office::plain_document;

use super::kind::PaperKind;
use super::table::OfKind;
use super::template::{Asks, asks, checked, insert, keep};
use crate::error::{AppError, Result};
use crate::features::system::file::ops::deposit;
use crate::op::{Op, View};
use crate::records::export::{Workbook, scratch_named};
use crate::records::list::Made;
use crate::route::Data;

/// The text of a kind's ready template (`gx_office::plain_document` says how it is written).
pub fn text(kind: PaperKind) -> &'static str {
    match kind {
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
    }
}

/// A ready template whose content is durable and whose record is still to be written.
pub struct Ready {
    kind: PaperKind,
    blob: String,
    size: u64,
    asks: Asks,
}

/// Stores the content of a kind's ready template.
///
/// # Errors
/// A disk that is full.
pub fn prepare(view: &View, input: OfKind) -> Result<Ready> {
    let bytes = plain_document(text(input.kind)).map_err(AppError::internal)?;
    let asks = asks(&bytes, input.kind)?;
    let (blob, size) = view.app.blobs.put(&bytes[..], u64::MAX).map_err(AppError::internal)?;
    Ok(Ready { kind: input.kind, blob, size, asks })
}

/// POST /paper/template/starter: the ready template of a kind as it is.
///
/// # Errors
/// It is there already.
pub fn adopt(op: &mut Op, ready: Ready) -> Result<Data<Made>> {
    let Ready { kind, blob, size, asks } = ready;
    let name = checked(&op.view(), kind, 0, &format!("{}（示例）", kind.label()), &[], "")?;
    let file_name = file_name(kind);
    let template_id = insert(op, kind, name, Vec::new(), String::new())?;
    let file_id = deposit(op, &file_name, &blob, size)?;
    keep(op, (template_id, 1), (file_id, blob, file_name), asks)?;
    Ok(Data(Made { id: template_id }))
}

fn file_name(kind: PaperKind) -> String {
    format!("{}（示例）.docx", kind.label())
}

/// The work of GET /paper/template/starter/{kind}.
///
/// # Errors
/// A disk that is full.
pub fn write(view: &View, input: OfKind) -> Result<Workbook> {
    let bytes = plain_document(text(input.kind)).map_err(AppError::internal)?;
    let path = scratch_named(view, ".docx")?;
    let written = std::fs::File::create(&path).and_then(|mut file| file.write_all(&bytes));
    written.map_err(|error| AppError::from(crate::store::StoreError::from(error)))?;
    Ok(Workbook { path, name: file_name(input.kind) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gx_office::{Template, check};

    #[test]
    fn every_kind_has_a_ready_template_that_its_own_check_passes() {
        for kind in PaperKind::ALL {
            let bytes = plain_document(text(kind)).expect("a file");
            let template = Template::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", kind.label()));
            let places = template.places();
            assert!(places.len() >= 8, "{} has {} fields", kind.label(), places.len());
            assert_eq!(check(&places, &kind.subject().fields()), [], "{}", kind.label());
            assert!(!template.has_fields_in_margins(), "{} joins", kind.label());
        }
    }
}
