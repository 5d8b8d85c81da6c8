//! Decisions about documents of the books: one right and one function for now, which the approval process will call.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::op::Op;
use crate::records::owned::Business;

/// A decision as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Decide {
    /// Number of the document that is decided about.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// true: agreed; false: refused.
    #[serde(default)]
    pub approve: bool,
    /// Opinion; needed for a no.
    #[serde(default)]
    pub comment: String,
}

/// Refuses who decides about his own document; a no needs an opinion (domain.md 6.1).
pub fn decided_by_another<R: Business>(op: &Op, record: &R, input: &Decide) -> Result<()> {
    check::at_most("comment", &input.comment, 500, "审批意见不能超过500个字符")?;
    if !input.approve {
        check::required("comment", &input.comment, "请填写意见")?;
    }
    if record.owned().creator == op.caller.user_id() {
        return Err(AppError::refused(format!("录入人不能审批自己提交的{}，请由其他有权限的人员办理", R::NOUN)));
    }
    Ok(())
}
