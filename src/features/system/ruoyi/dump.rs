//! The tables of a dump that are brought in, as text in memory; of all others the number of rows.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use gx_sqldump::{Fault, Row, Sink, Value};

use crate::error::{AppError, Result};
use crate::kernel::dates::{Stamp, parse_moment};

/// Tables whose rows are brought in.
pub(super) const TAKEN: [&str; 13] = [
    "sys_dept",
    "sys_user",
    "sys_role",
    "sys_menu",
    "sys_role_menu",
    "sys_role_dept",
    "sys_user_role",
    "sys_user_post",
    "sys_post",
    "sys_dict_type",
    "sys_dict_data",
    "sys_config",
    "sys_notice",
];

/// Without these it is no dump of the family.
const NEEDED: [&str; 3] = ["sys_user", "sys_dept", "sys_role"];

/// Most bytes of all of them: they lie in memory until they are stored.
const MOST: usize = 256 << 20;

/// Stands for a value that was too long to be kept.
pub(super) const LONG: &str = "\u{0}long";

/// The tenant that an installation without others has.
const FIRST_TENANT: &str = "000000";

/// Rows of a table.
#[derive(Debug, Default)]
pub(super) struct Lines {
    columns: Vec<String>,
    rows: Vec<Vec<Option<String>>>,
}

/// A row of it.
#[derive(Clone, Copy)]
pub(super) struct Line<'d> {
    columns: &'d [String],
    values: &'d [Option<String>],
}

impl<'d> Line<'d> {
    /// What stands in a column, without blanks around it; nothing where the table has no such column.
    pub(super) fn text(&self, column: &str) -> &'d str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.values.get(place)?.as_deref()).unwrap_or_default().trim()
    }

    pub(super) fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// A whole number; 0 for what is none.
    pub(super) fn number(&self, column: &str) -> i64 {
        self.text(column).parse().unwrap_or(0)
    }

    /// A moment of the past.
    pub(super) fn moment(&self, column: &str, now: Stamp) -> Option<Stamp> {
        let text = self.text(column);
        // Without fractions of a second.
        let text = text.split('.').next().unwrap_or_default();
        parse_moment(text).map(|(at, _)| Stamp(at.0.min(now.0)))
    }

    /// Whether the row counts as deleted.
    pub(super) fn is_deleted(&self) -> bool {
        !matches!(self.text("del_flag"), "" | "0")
    }
}

/// What a dump holds.
#[derive(Debug, Default)]
pub(super) struct Dump {
    tables: HashMap<&'static str, Lines>,
    /// Rows of every table.
    pub counts: BTreeMap<String, u64>,
    /// Rows of other tenants by table, which are left out.
    pub strangers: BTreeMap<&'static str, usize>,
}

impl Dump {
    /// Reads a dump.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub(super) fn read(file: &Path, now: Stamp) -> Result<Self> {
        let mut collected = Collected { dump: Self::default(), size: 0, now: now.to_text() };
        let summary = gx_sqldump::read(file, &mut collected).map_err(|fault| refused(file, &fault))?;
        let mut dump = Self { counts: summary.tables, ..collected.dump };
        let missing: Vec<&str> = NEEDED.into_iter().filter(|name| !dump.counts.contains_key(*name)).collect();
        if !missing.is_empty() {
            let sentence = format!(
                "文件 {} 中没有若依（RuoYi）系列的数据表 {}，没有导入任何内容：请用 mysqldump 导出整个数据库",
                file.display(),
                missing.join("、")
            );
            return Err(AppError::refused(sentence));
        }
        dump.leave_strangers();
        Ok(dump)
    }

    /// Leaves out the rows of all tenants but one: their rights end at their own data, which nothing here would know.
    fn leave_strangers(&mut self) {
        let mut tenants: BTreeMap<String, usize> = BTreeMap::new();
        for line in self.lines("sys_user").filter(|line| line.has("tenant_id")) {
            *tenants.entry(line.text("tenant_id").to_owned()).or_default() += 1;
        }
        if tenants.len() < 2 {
            return;
        }
        let most = tenants.iter().max_by_key(|(_, count)| **count).map(|(tenant, _)| tenant.as_str());
        let own = if tenants.contains_key(FIRST_TENANT) { FIRST_TENANT } else { most.unwrap_or_default() }.to_owned();
        for (name, table) in &mut self.tables {
            let Some(place) = table.columns.iter().position(|column| column == "tenant_id") else { continue };
            let before = table.rows.len();
            table.rows.retain(|row| row.get(place).and_then(Option::as_deref) == Some(own.as_str()));
            if table.rows.len() < before {
                self.strangers.insert(name, before - table.rows.len());
            }
        }
    }

    /// Rows of a table in the order of the dump.
    pub(super) fn lines(&self, table: &str) -> impl Iterator<Item = Line<'_>> {
        self.tables.get(table).into_iter().flat_map(|table| {
            table.rows.iter().map(|values| Line { columns: &table.columns, values: values.as_slice() })
        })
    }

    /// Pairs of a table that links two others.
    pub(super) fn pairs(&self, table: &str, left: &str, right: &str) -> HashMap<String, Vec<String>> {
        let mut pairs: HashMap<String, Vec<String>> = HashMap::new();
        for line in self.lines(table) {
            pairs.entry(line.text(left).to_owned()).or_default().push(line.text(right).to_owned());
        }
        pairs
    }
}

/// What is said of a dump that cannot be read.
pub(super) fn refused(file: &Path, fault: &Fault) -> AppError {
    AppError::refused(format!("不能读取 {}：{fault}。没有导入任何内容", file.display()))
}

struct Collected {
    dump: Dump,
    size: usize,
    now: String,
}

impl Collected {
    fn table(&mut self, name: &str) -> Option<&mut Lines> {
        let name = TAKEN.into_iter().find(|taken| *taken == name)?;
        Some(self.dump.tables.entry(name).or_default())
    }
}

impl Sink for Collected {
    fn wants(&mut self, table: &str) -> bool {
        TAKEN.contains(&table)
    }

    fn made(&mut self, table: &str, _: &[String]) -> std::result::Result<(), String> {
        match self.table(table) {
            Some(known) if !known.rows.is_empty() => {
                Err(format!("文件中有多个数据库（数据表 {table} 出现两次），请只导出一个数据库"))
            }
            _ => Ok(()),
        }
    }

    fn row(&mut self, row: Row<'_>) -> std::result::Result<(), String> {
        let value = |value: &Value| match value {
            Value::Null | Value::Default => None,
            Value::Now => Some(self.now.clone()),
            Value::Long => Some(LONG.to_owned()),
            // Of bytes that are no text, nothing can be made.
            other => Some(other.text().map(std::borrow::Cow::into_owned).unwrap_or_default()),
        };
        let values: Vec<Option<String>> = row.values.iter().map(value).collect();
        self.size += values.iter().flatten().map(|text| text.len() + 32).sum::<usize>();
        if self.size > MOST {
            return Err(format!("人员、角色、公告等超过 {} MiB（在数据表 {}）", MOST >> 20, row.table));
        }
        let Some(table) = self.table(row.table) else { return Ok(()) };
        if table.columns.is_empty() {
            table.columns = row.columns.to_vec();
        }
        if table.columns == row.columns {
            table.rows.push(values);
            return Ok(());
        }
        // A statement with other columns than the first: laid out as that one.
        let mut laid = vec![None; table.columns.len()];
        for (name, value) in row.columns.iter().zip(values) {
            match table.columns.iter().position(|known| known == name) {
                Some(place) => laid[place] = value,
                None => {
                    table.columns.push(name.clone());
                    laid.push(value);
                }
            }
        }
        table.rows.push(laid);
        Ok(())
    }
}
