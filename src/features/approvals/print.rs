//! 审批单: a process as it goes on paper, by the same rights of fields as on the screen.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::detail::{InstanceOut, show};
use super::path::{PathNode, path};
use super::signature;
use crate::error::Result;
use crate::op::View;
use crate::records::list::One;
use crate::route::Data;

/// What stands on the paper.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessPaper {
    /// The process with what the caller may see of its document, and its opinions.
    pub process: InstanceOut,
    /// The way it took; what is still to come is marked as foreseen.
    pub path: Vec<PathNode>,
    /// Pictures of the signatures in the history, by their numbers, each as an address that holds it.
    pub signatures: BTreeMap<u64, String>,
    /// Real name of who prints it.
    pub printed_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub printed_at: String,
}

/// GET /appr/instance/{id}/print
///
/// # Errors
/// R21 for strangers; records that can't be read.
pub fn print(view: &View, input: One) -> Result<Data<ProcessPaper>> {
    let Data(path) = path(view, input)?;
    let Data(process) = show(view, input)?;
    let signatures = signature::pictures(view, process.history.iter().map(|event| event.signature))?;
    let printed_by = view.caller.rights.real_name.clone();
    Ok(Data(ProcessPaper { process, path, signatures, printed_by, printed_at: view.now.to_text() }))
}
