//! Text from the clipboard as lines of cells.

use crate::features::registers::value;
use crate::sheet::{RawCell, RawValue, SheetRow};

/// Lines of a text as spreadsheets put it on the clipboard: cells parted by tabs, those with breaks in quotes.
pub fn pasted_lines(text: &str) -> Vec<SheetRow> {
    let mut lines = Vec::new();
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let text = text.replace("\r\n", "\n");
    let mut letters = text.chars().peekable();
    let end_cell = |cells: &mut Vec<String>, cell: &mut String| cells.push(std::mem::take(cell));
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            '"' if cell.is_empty() => is_quoted = true,
            '\t' if !is_quoted => end_cell(&mut cells, &mut cell),
            '\n' | '\r' if !is_quoted => {
                end_cell(&mut cells, &mut cell);
                lines.push(std::mem::take(&mut cells));
            }
            other => cell.push(other),
        }
    }
    end_cell(&mut cells, &mut cell);
    lines.push(cells);
    let filled = |(column, text): (u32, String)| {
        let text = text.trim();
        (!text.is_empty()).then(|| RawCell { column, value: RawValue::Text(text.to_owned()), ..value::typed("") })
    };
    let line =
        |(row, cells): (u32, Vec<String>)| SheetRow { row, cells: (0..).zip(cells).filter_map(filled).collect() };
    (0..).zip(lines).map(line).filter(|line| !line.cells.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_copies() {
        let lines = pasted_lines("编号\t备注\r\nA-1\t\"两行\n有\"\"引号\"\"\"\n\t \nA-2\t3\" 管\n");
        let texts: Vec<Vec<String>> =
            lines.iter().map(|line| line.cells.iter().map(|cell| cell.value.to_string()).collect()).collect();
        assert_eq!(texts, [vec!["编号", "备注"], vec!["A-1", "两行\n有\"引号\""], vec!["A-2", "3\" 管"]]);
        assert_eq!(lines[2].row, 3);
    }
}
