//! What became of every row: counted for the screen, written as a workbook.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::Result;
use crate::records::export::failed;
use crate::sheet::{self, Cell, Column, SheetError};

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Taken,
    /// What was here already stands for it.
    Kept,
    Left,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Self::Taken => "导入",
            Self::Kept => "沿用本系统",
            Self::Left => "未导入",
        }
    }
}

/// What became of one row.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    kind: &'static str,
    old: String,
    name: String,
    outcome: Outcome,
    new: Option<u64>,
    note: String,
    password: Option<String>,
}

/// All of them, and what the administrator should see first.
#[derive(Debug, Default)]
pub(super) struct Report {
    entries: Vec<Entry>,
    /// Sentences.
    pub hints: Vec<String>,
}

impl Report {
    pub(super) fn taken(&mut self, kind: &'static str, (old, name): (&str, &str), new: u64, notes: &[String]) {
        self.add(kind, (old, name), Outcome::Taken, Some(new), notes.join("；"));
    }

    pub(super) fn kept(&mut self, kind: &'static str, (old, name): (&str, &str), new: u64, note: &str) {
        self.add(kind, (old, name), Outcome::Kept, Some(new), note.to_owned());
    }

    pub(super) fn left(&mut self, kind: &'static str, (old, name): (&str, &str), why: impl Into<String>) {
        self.add(kind, (old, name), Outcome::Left, None, why.into());
    }

    fn add(&mut self, kind: &'static str, row: (&str, &str), outcome: Outcome, new: Option<u64>, note: String) {
        let (old, name) = (row.0.to_owned(), row.1.to_owned());
        self.entries.push(Entry { kind, old, name, outcome, new, note, password: None });
    }

    /// The one-time password of who was named last.
    pub(super) fn with_password(&mut self, password: String) {
        if let Some(last) = self.entries.last_mut() {
            last.password = Some(password);
        }
    }

    /// Numbers by kind in their order, for the screen and for scripts.
    pub(super) fn counts(&self) -> Vec<Value> {
        let mut order: Vec<&str> = Vec::new();
        let mut counts: HashMap<&str, [u64; 4]> = HashMap::new();
        for entry in &self.entries {
            let count = counts.entry(entry.kind).or_insert_with(|| {
                order.push(entry.kind);
                [0; 4]
            });
            let place = match entry.outcome {
                Outcome::Taken => 0,
                Outcome::Kept => 1,
                Outcome::Left => 2,
            };
            count[place] += 1;
            if entry.outcome == Outcome::Taken && !entry.note.is_empty() {
                count[3] += 1;
            }
        }
        let told = |kind: &&str| {
            let [taken, kept, left, adjusted] = counts.get(kind).copied().unwrap_or_default();
            json!({"kind": kind, "taken": taken, "kept": kept, "left": left, "adjusted": adjusted})
        };
        order.iter().map(told).collect()
    }

    pub(super) fn passwords(&self) -> usize {
        self.entries.iter().filter(|entry| entry.password.is_some()).count()
    }

    /// Writes the workbook over an empty file; one that only says what would be has no passwords.
    pub(super) fn write(&self, path: &Path, with_passwords: bool) -> Result<()> {
        let rows = self.entries.iter().map(|entry| {
            let password = entry.password.clone().filter(|_| with_passwords);
            Ok::<_, SheetError>(Entry { password, ..entry.clone() })
        });
        sheet::export(path, COLUMNS, "导入结果", rows).map(drop).map_err(failed)
    }
}

const COLUMNS: &[Column<Entry>] = &[
    Column::new("类别", 12.0, |entry: &Entry| Cell::Text(entry.kind.to_owned())),
    Column::new("原编号", 22.0, |entry| Cell::Text(entry.old.clone())),
    Column::new("名称", 30.0, |entry| Cell::Text(entry.name.clone())),
    Column::new("结果", 12.0, |entry| Cell::Text(entry.outcome.word().to_owned())),
    Column::new("新编号", 10.0, |entry| entry.new.map_or(Cell::Empty, |number| Cell::Number(number.cast_signed()))),
    Column::new("说明", 60.0, |entry| Cell::Text(entry.note.clone())),
    Column::new("一次性口令", 16.0, |entry| entry.password.clone().map_or(Cell::Empty, Cell::Text)),
];
