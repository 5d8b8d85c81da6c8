//! One sheet: its rows with what is repeated, and the words of the file around them.

use super::cells::{self, Cell};
use super::{formula, place};
use crate::package::OfficeError;
use crate::tree::{self, Element, Node};

/// Elements whose cells have other parts that name them by their places, or that can't be repeated.
const RIGID: [(&str, &str); 6] = [
    ("tableParts", "含有“表格”样式（超级表），请在 Excel 中转换为区域后重新上传"),
    ("customSheetViews", "含有自定义视图，请删除后重新上传"),
    ("scenarios", "含有方案，请删除后重新上传"),
    ("oleObjects", "嵌入了其他文件，请删除后重新上传"),
    ("controls", "含有按钮等控件，请删除后重新上传"),
    ("dataConsolidate", "含有合并计算，请删除后重新上传"),
];

/// A row that stands there for each row of a list, or only under a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeat {
    pub name: String,
    pub inverted: bool,
    /// Items of the list that were written above.
    pub skipped: usize,
    /// Only the first of the items that are left.
    pub only_one: bool,
    /// Whether it is a line of a form: what it computes stays there where it has no item.
    pub of_form: bool,
}

#[derive(Debug, Clone)]
pub struct Row {
    /// From 1.
    pub number: u32,
    /// Its start tag.
    pub tag: String,
    pub cells: Vec<Cell>,
    /// What stands behind its cells.
    pub rest: Vec<Node>,
    pub repeat: Option<Repeat>,
}

impl Row {
    /// Whether there may be several of it.
    pub fn is_many(&self) -> bool {
        self.repeat.as_ref().is_some_and(|repeat| !repeat.only_one)
    }
}

#[derive(Debug, Clone)]
pub struct Sheet {
    pub name: String,
    pub part: String,
    /// The declaration before the sheet.
    pub prolog: Vec<Node>,
    /// The sheet without what it holds.
    pub root: Element,
    pub before: Vec<Node>,
    pub data: Element,
    pub rows: Vec<Row>,
    pub after: Vec<Node>,
}

impl Sheet {
    /// Opens the text of a part with the shared texts of its workbook.
    ///
    /// # Errors
    /// What is no sheet; a list that doesn't end in its row.
    pub fn open(name: String, part: String, text: &str, shared: &[Element]) -> Result<Self, OfficeError> {
        let mut prolog = tree::parse(text)?;
        let strange = || OfficeError::sheet(&name, "的结构特殊，请用 Excel 或 WPS 打开并另存为 .xlsx 后重新上传");
        let at = prolog.iter().position(|node| node.is("worksheet")).ok_or_else(strange)?;
        let Node::Element(mut root) = prolog.remove(at) else { return Err(strange()) };
        let mut before = std::mem::take(&mut root.children);
        let at = before.iter().position(|node| node.is("sheetData")).ok_or_else(strange)?;
        let after = before.split_off(at + 1);
        let Some(Node::Element(mut data)) = before.pop() else { return Err(strange()) };
        let mut sheet =
            Self { name: name.clone(), part, prolog, root, before, data: data.clone(), rows: Vec::new(), after };
        sheet.data.children.clear();
        sheet.read_rows(std::mem::take(&mut data.children), shared)?;
        write_out_shared(&mut sheet.rows);
        for row in &mut sheet.rows {
            row.repeat = repeated(row, &name)?;
        }
        Ok(sheet)
    }

    fn read_rows(&mut self, nodes: Vec<Node>, shared: &[Element]) -> Result<(), OfficeError> {
        let mut last = 0;
        for node in nodes {
            let Node::Element(mut element) = node else { continue };
            let number = element.attribute("r").and_then(|number| number.parse().ok()).unwrap_or(last + 1);
            let (mut cells, mut rest, mut column) = (Vec::new(), Vec::new(), 0);
            for child in std::mem::take(&mut element.children) {
                match child {
                    Node::Element(cell) if cell.name() == "c" => {
                        let at = cell.attribute("r").and_then(|at| place::cell(&at)).map(|(column, _)| column);
                        column = at.unwrap_or(column + 1);
                        cells.push(opened(column, cell, shared)?);
                    }
                    other => rest.push(other),
                }
            }
            let is_in_order = cells.iter().map(|cell| cell.column).is_sorted() && number > last;
            if !is_in_order || number > place::MOST_ROWS {
                return Err(OfficeError::Damaged(format!("工作表“{}”的行列次序错误", self.name)));
            }
            last = number;
            self.rows.push(Row { number, tag: element.tag, cells, rest, repeat: None });
        }
        Ok(())
    }

    pub fn has_fields(&self) -> bool {
        self.rows.iter().any(|row| row.repeat.is_some() || row.cells.iter().any(|cell| cell.text.is_some()))
    }

    pub fn has_formulas(&self) -> bool {
        self.rows.iter().any(|row| row.cells.iter().any(|cell| cell.formula().is_some()))
    }

    pub fn row(&self, number: u32) -> Option<&Row> {
        self.rows.iter().find(|row| row.number == number)
    }

    /// Areas of merged cells.
    pub fn merged(&self) -> Vec<place::Block> {
        let list = self.after.iter().filter_map(Node::element).find(|element| element.name() == "mergeCells");
        let areas = list.into_iter().flat_map(|list| list.children.iter().filter_map(Node::element));
        areas.filter_map(|area| place::Block::read(&area.attribute("ref")?)).collect()
    }

    /// Whether rows may be repeated and filled at all.
    ///
    /// # Errors
    /// What can't be moved or filled, and formulas that would no longer say what they say.
    pub fn check(&self, sheets: &[Sheet]) -> Result<(), OfficeError> {
        let refused = |why: String| Err(OfficeError::sheet(&self.name, why));
        for (name, why) in RIGID {
            if self.has_fields() && self.after.iter().any(|node| node.is(name)) {
                return refused(why.to_owned());
            }
        }
        let many: Vec<u32> = self.rows.iter().filter(|row| row.is_many()).map(|row| row.number).collect();
        for row in &many {
            if let Some(area) = self.merged().iter().find(|area| area.top == *row && area.bottom > *row) {
                return refused(format!("的第 {row} 行会重复，不能与下面的行合并单元格（{}）", area.text()));
            }
        }
        for row in &self.rows {
            for cell in &row.cells {
                let Some(element) = cell.formula() else { continue };
                let at = format!("{}{}", place::letters(cell.column), row.number);
                let kind = element.attribute("t");
                if row.is_many() && kind.is_some() {
                    return refused(format!("的 {at} 是数组公式，所在行会重复，请改为普通公式"));
                }
                self.check_formula(&element.text(), row, &at, sheets)?;
            }
        }
        Ok(())
    }

    fn check_formula(&self, text: &str, row: &Row, at: &str, sheets: &[Sheet]) -> Result<(), OfficeError> {
        for reference in formula::references(text) {
            let of = reference.sheet.as_deref().unwrap_or(&self.name).to_lowercase();
            let Some(sheet) = sheets.iter().find(|sheet| sheet.name.to_lowercase() == of) else { continue };
            let mut ends = [Some(reference.from), reference.to].into_iter().flatten().filter_map(|point| point.row);
            if row.is_many() && sheet.name == self.name {
                if ends.clone().any(|(is_fixed, number)| !is_fixed && number != row.number) {
                    let why = format!(
                        "的第 {} 行会重复，{at} 的公式“{text}”引用了其他行，请用 $ 固定行号（如 E$4）",
                        row.number
                    );
                    return Err(OfficeError::sheet(&self.name, why));
                }
                continue;
            }
            let single = reference.to.is_none().then(|| ends.next_back()).flatten();
            if let Some((_, number)) = single
                && sheet.row(number).is_some_and(Row::is_many)
            {
                let why = format!(
                    "的 {at} 的公式“{text}”引用了会重复的第 {number} 行中的一个单元格，请写成区域（如 SUM(E{number}:E{number})）"
                );
                return Err(OfficeError::sheet(&self.name, why));
            }
        }
        Ok(())
    }
}

/// A cell with its text laid open.
fn opened(column: u32, element: Element, shared: &[Element]) -> Result<Cell, OfficeError> {
    let kind = element.attribute("t");
    let text = match kind.as_deref() {
        _ if element.child("f").is_some() => None,
        Some("s") => element.child("v").and_then(|value| shared.get(value.text().trim().parse::<usize>().ok()?)),
        Some("inlineStr") => element.child("is"),
        _ => None,
    };
    let opened = text.map(cells::open).transpose()?.flatten();
    let (text, is_rich) = opened.map_or((None, false), |(text, is_rich)| (Some(text), is_rich));
    Ok(Cell { column, element, text, is_rich })
}

/// Formulas that editors keep once for many cells become formulas of each: their cells may part.
fn write_out_shared(rows: &mut [Row]) {
    let mut masters: std::collections::BTreeMap<String, (String, u32, u32)> = std::collections::BTreeMap::new();
    for row in rows {
        for cell in &mut row.cells {
            let Some(element) = cell.formula().filter(|formula| formula.attribute("t").as_deref() == Some("shared"))
            else {
                continue;
            };
            let number = element.attribute("si").unwrap_or_default();
            let own = element.text();
            let text = match masters.get(&number) {
                Some((text, column, at)) if own.is_empty() => formula::further(
                    text,
                    i64::from(row.number) - i64::from(*at),
                    i64::from(cell.column) - i64::from(*column),
                ),
                _ => {
                    masters.insert(number, (own.clone(), cell.column, row.number));
                    own
                }
            };
            let plain = Node::Element(Element::new("f", vec![Node::Raw(tree::escaped(&text))]));
            if let Some(old) = cell.element.children.iter_mut().find(|child| child.is("f")) {
                *old = plain;
            }
        }
    }
}

/// What a row is repeated by: the ends of a list or condition that stand in two of its cells are taken out of them.
fn repeated(row: &mut Row, sheet: &str) -> Result<Option<Repeat>, OfficeError> {
    let is_end = |node: &Node| matches!(node, Node::Open { .. } | Node::Close(_));
    let mut ends = Vec::new();
    for text in row.cells.iter_mut().filter_map(|cell| cell.text.as_mut()) {
        ends.extend(text.iter().filter(|node| is_end(node)).cloned());
        text.retain(|node| !is_end(node));
    }
    let mut ends = ends.into_iter();
    match (ends.next(), ends.next(), ends.next()) {
        (None, ..) => Ok(None),
        (Some(Node::Open { name, inverted }), Some(Node::Close(end)), None) if name == end => {
            Ok(Some(Repeat { name, inverted, skipped: 0, only_one: false, of_form: false }))
        }
        (Some(Node::Open { .. }), Some(_), Some(_)) => {
            Err(OfficeError::sheet(sheet, format!("的第 {} 行中有多个列表或条件，一行只能按一个列表重复", row.number)))
        }
        (Some(Node::Open { name, .. }), ..) => Err(OfficeError::Unclosed(name)),
        (Some(Node::Close(name)), ..) => Err(OfficeError::Unopened(name)),
        (Some(_), ..) => Ok(None),
    }
}
