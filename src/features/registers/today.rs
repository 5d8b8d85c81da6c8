//! 我的工作: what registers remind of, one number for each field that has a day (`remind`).

use super::remind;
use crate::error::Result;
use crate::op::View;
use crate::records::today::{Card, Part};

pub static CARD: Card =
    Card {
        key: "registers", title: "登记台账", rank: 70, nothing: "登记表中没有要处理的行", parts: &[due]
    };

fn due(view: &View) -> Result<Vec<Part>> {
    let part = |line: crate::features::report::todo::Reminder| Part {
        label: line.label.into_owned(),
        count: u64::try_from(line.count).unwrap_or(u64::MAX),
        amount_fen: None,
        path: line.path.into_owned(),
        lines: Vec::new(),
    };
    Ok(remind::todo(view)?.into_iter().map(part).collect())
}
