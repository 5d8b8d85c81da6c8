//! Rows that somebody else decides about: what is asked for lies in its process until he agrees, and only then in the
//! register.
//!
//! Invariants: where the definition says so, no form, import, pasted line or command makes, changes or removes a row without a
//! decision ([`Writer`](super::rows::write::Writer) refuses by default); what would be refused at once is refused when it is
//! sent, by a trial that leaves nothing; a row that waits is not touched by anything else; texts of sealed fields lie sealed
//! in the process too and leave it masked. Deliberately absent: a state of rows. What is not agreed to is no row.

pub mod asked;
pub mod cache;
pub mod effect;
pub mod filing;
pub mod kinds;
pub mod returned;
mod shown;

use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Defined, Form};
use crate::features::approvals::constants::InstanceState;
use crate::features::approvals::instance::record::{BY_STATE, Instance, RUNNING};
use crate::kernel::enumeration::numbered;
use crate::op::View;
use crate::store::{Reads, key};

use super::definition::Approval;
use super::published::Published;

/// Kind of document of rows.
pub const BIZ_TYPE: &str = "reg_row";
/// What keys of processes begin with; the code of the register follows.
pub const PREFIX: &str = "reg:";

numbered! {
    /// 登记表办理
    #[derive(Hash)]
    pub enum RowAction {
        Create = 1 => "新增",
        Change = 2 => "修改",
        Remove = 3 => "删除",
        Restore = 4 => "恢复",
    }
}

impl RowAction {
    /// Whether it is decided about.
    pub const fn needs(self, approval: Approval) -> bool {
        match self {
            Self::Create => approval.create,
            Self::Change => approval.change,
            Self::Remove => approval.remove,
            // What was decided away doesn't come back without a decision, nor does anything come in that way.
            Self::Restore => approval.create || approval.remove,
        }
    }

    /// The right that asks for it.
    pub const fn act(self) -> &'static str {
        match self {
            Self::Create => "add",
            Self::Change => "edit",
            Self::Remove | Self::Restore => "remove",
        }
    }
}

/// Registers as kinds of documents.
pub const DEFINED: Defined = Defined {
    prefix: PREFIX,
    biz_type: BIZ_TYPE,
    files: &[super::record::ROW_FILES],
    forms: FORMS,
    all: kinds::all,
    of: kinds::of,
};

/// What each form is called in what is sent, and the route that takes the same.
const FORMS: &[Form] = &[
    Form("create", "POST /reg/{code}"),
    Form("change", "PUT /reg/{code}"),
    Form("remove", "DELETE /reg/{code}/{ids}"),
    Form("restore", "PUT /reg/{code}/restore"),
];

/// Key of the process of a register.
pub fn process_of(code: &str) -> String {
    format!("{PREFIX}{code}")
}

/// The process that a row waits in; none where nobody decides.
///
/// # Errors
/// Records that can't be read.
pub fn waits_in(view: &View, published: &Published, row_id: u64) -> Result<Option<Instance>> {
    if !published.definition.approval.is_any() {
        return Ok(None);
    }
    Ok(view.tx.one(&RUNNING, &key().str(BIZ_TYPE).u64(row_id))?)
}

/// Refuses to touch a row that waits for a decision.
///
/// # Errors
/// A sentence with the number of its process.
pub fn must_not_wait(view: &View, published: &Published, row_id: u64, title: &str) -> Result<()> {
    match waits_in(view, published, row_id)? {
        Some(waits) => {
            let no = waits.instance_no;
            Err(AppError::refused(format!("“{title}”正在审批（{no}），办结前不能修改、删除或恢复")))
        }
        None => Ok(()),
    }
}

/// Refuses an operation that must be sent to who decides, where it comes by another way.
///
/// # Errors
/// A sentence that says so.
pub fn must_be_free(published: &Published, deed: RowAction) -> Result<()> {
    if !deed.needs(published.definition.approval) {
        return Ok(());
    }
    let (name, label) = (&published.definition.name, deed.label());
    Err(AppError::refused(format!("登记表“{name}”的{label}须经审批，不能批量导入或粘贴，请在页面上逐行提交")))
}

/// Rows and changes of a register that wait for a decision, those that came back to who asked for them too.
///
/// # Errors
/// Records that can't be read.
pub fn waiting(view: &View, published: &Published) -> Result<u64> {
    let code = &published.register.code;
    Ok(view.tx.count_by::<Instance>(&BY_STATE, &key().u8(InstanceState::Started as u8).str(&process_of(code)))?)
}
