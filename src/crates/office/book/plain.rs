//! A plain workbook from lines of text, on A4 across or upright: what ready templates are made of.
//!
//! `@ 8 20 12` the widths of its columns (with `@-` the page lies across), `# ` a title, `| a | b |` a row of a ruled table (the first
//! of each table is its head), an empty line the end of a table, anything else a line over all columns. In a table `¥` before a cell
//! formats it as an amount, `日` with a colon as a day, `-` alone is a blank cell.

use super::place::{Block, letters};
use crate::package::OfficeError;
use crate::plain::{cells_of, packed};
use crate::tree::escaped;

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const OWN_RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
const WORKBOOK: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
/// SimSun 11; styles: 0 none, 1 title, 2 line, 3 head, 4 text, 5 amount, 6 day.
const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/></numFmts><fonts count="3"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="16"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left style="thin"><color auto="1"/></left><right style="thin"><color auto="1"/></right><top style="thin"><color auto="1"/></top><bottom style="thin"><color auto="1"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment horizontal="center" vertical="center"/></xf><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf><xf numFmtId="0" fontId="2" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf><xf numFmtId="0" fontId="0" fillId="0" borderId="1" xfId="0" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf><xf numFmtId="4" fontId="0" fillId="0" borderId="1" xfId="0" applyNumberFormat="1" applyBorder="1" applyAlignment="1"><alignment vertical="center"/></xf><xf numFmtId="164" fontId="0" fillId="0" borderId="1" xfId="0" applyNumberFormat="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center"/></xf></cellXfs></styleSheet>"#;

/// A sheet that is being laid.
#[derive(Default)]
struct Laying {
    widths: Vec<u32>,
    is_across: bool,
    rows: String,
    merged: Vec<Block>,
    row: u32,
}

/// The workbook of a text.
///
/// # Errors
/// None that a text could cause.
pub fn plain_workbook(text: &str) -> Result<Vec<u8>, OfficeError> {
    let mut laying = Laying::default();
    let mut is_head = true;
    for line in text.lines().map(str::trim_end) {
        if let Some(widths) = line.strip_prefix('@') {
            laying.is_across = widths.starts_with('-');
            laying.widths = widths.split_whitespace().filter_map(|width| width.parse().ok()).collect();
        } else if let Some(title) = line.strip_prefix("# ") {
            laying.line(title, 1, 36);
        } else if line.starts_with('|') {
            laying.cells(line, is_head);
            is_head = false;
            continue;
        } else if !line.is_empty() {
            laying.line(line, 2, 22);
        }
        is_head = true;
    }
    packed(&[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("xl/workbook.xml", WORKBOOK),
        ("xl/_rels/workbook.xml.rels", OWN_RELATIONS),
        ("xl/styles.xml", STYLES),
        ("xl/worksheets/sheet1.xml", &laying.written()),
    ])
}

impl Laying {
    fn begin(&mut self, height: u32) {
        self.row += 1;
        self.rows.push_str(&format!("<row r=\"{}\" ht=\"{height}\" customHeight=\"1\">", self.row));
    }

    fn cell(&mut self, column: u32, style: u32, text: &str) {
        let at = format!("{}{}", letters(column), self.row);
        self.rows.push_str(&match text {
            "" => format!("<c r=\"{at}\" s=\"{style}\"/>"),
            text => format!(
                "<c r=\"{at}\" s=\"{style}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>",
                escaped(text)
            ),
        });
    }

    fn columns(&self) -> u32 {
        u32::try_from(self.widths.len()).unwrap_or(1).max(1)
    }

    fn merge(&mut self, left: u32, right: u32) {
        if left < right {
            self.merged.push(Block { left, top: self.row, right, bottom: self.row });
        }
    }

    /// A line over all columns.
    fn line(&mut self, text: &str, style: u32, height: u32) {
        self.begin(height);
        self.cell(1, style, text);
        self.rows.push_str("</row>");
        self.merge(1, self.columns());
    }

    /// A row of a table; a short one ends with a cell over the rest.
    fn cells(&mut self, line: &str, is_head: bool) {
        self.begin(24);
        let (cells, columns) = (cells_of(line), self.columns());
        let last = u32::try_from(cells.len()).unwrap_or(columns);
        for (column, cell) in (1..).zip(&cells) {
            let (style, text) = match cell.strip_prefix('¥') {
                Some(amount) => (5, amount),
                None => cell.strip_prefix("日:").map_or((if is_head { 3 } else { 4 }, cell.as_str()), |day| (6, day)),
            };
            self.cell(column, style, if text == "-" { "" } else { text });
        }
        for column in last + 1..=columns {
            self.cell(column, 4, "");
        }
        self.rows.push_str("</row>");
        self.merge(last, columns);
    }

    fn written(&self) -> String {
        let width = |(number, width): (u32, &u32)| {
            format!("<col min=\"{number}\" max=\"{number}\" width=\"{width}\" customWidth=\"1\"/>")
        };
        let widths: String = (1..).zip(&self.widths).map(width).collect();
        let merged: String = self.merged.iter().map(|area| format!("<mergeCell ref=\"{}\"/>", area.text())).collect();
        let lies = if self.is_across { "landscape" } else { "portrait" };
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr><dimension ref=\"A1:{}{}\"/><cols>{widths}</cols><sheetData>{}</sheetData><mergeCells count=\"{}\">{merged}</mergeCells><pageSetup paperSize=\"9\" orientation=\"{lies}\" fitToHeight=\"0\"/></worksheet>",
            letters(self.columns()),
            self.row.max(1),
            self.rows,
            self.merged.len(),
        )
    }
}
