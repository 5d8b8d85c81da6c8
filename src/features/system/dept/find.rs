//! Departments as workbooks name them.

use std::collections::HashMap;

use super::ops::paths;
use crate::error::{AppError, Result};
use crate::op::View;
use crate::route::Nothing;

/// Finds departments by path, or by any end of it that only one department has (`财务科`,
/// `局机关/财务科`).
#[derive(Default)]
pub struct Depts {
    by_path: HashMap<String, u64>,
    by_end: HashMap<String, Vec<u64>>,
    by_id: HashMap<u64, String>,
}

impl Depts {
    /// Reads all of them once.
    pub fn load(view: &View) -> Result<Self> {
        let by_id = paths(view, Nothing {})?;
        let by_path: HashMap<String, u64> = by_id.iter().map(|(dept_id, path)| (path.clone(), *dept_id)).collect();
        let mut by_end: HashMap<String, Vec<u64>> = HashMap::new();
        for (path, dept_id) in &by_path {
            let mut end = path.as_str();
            loop {
                by_end.entry(end.to_owned()).or_default().push(*dept_id);
                let Some((_, shorter)) = end.split_once('/') else { break };
                end = shorter;
            }
        }
        Ok(Self { by_path, by_end, by_id })
    }

    /// The path of a department; empty for none.
    pub fn path(&self, dept_id: u64) -> String {
        self.by_id.get(&dept_id).cloned().unwrap_or_default()
    }

    /// The number behind a text; 0 for an empty one.
    ///
    /// # Errors
    /// A sentence for a text that names none, or several.
    pub fn find(&self, text: &str) -> Result<u64> {
        if text.is_empty() {
            return Ok(0);
        }
        let path = text.split(['/', '／']).map(str::trim).collect::<Vec<_>>().join("/");
        if let Some(dept_id) = self.by_path.get(&path) {
            return Ok(*dept_id);
        }
        match self.by_end.get(&path).map(Vec::as_slice) {
            Some([dept_id]) => Ok(*dept_id),
            Some([_, ..]) => Err(AppError::refused(format!("部门“{path}”有多个，请填写完整路径"))),
            _ => Err(AppError::refused(format!("部门“{path}”不存在"))),
        }
    }
}
