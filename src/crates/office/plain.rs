//! A plain document from lines of text, in the usual form of an official letter on A4: what ready templates are made of.
//!
//! `# ` a title, `## ` a heading, `> ` a line at the right, `= ` a line without indent, `| a | b |` a row of a ruled table (the
//! first of each table is its head), anything else a paragraph with an indent of two signs. `**` begins and ends bold signs.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::package::OfficeError;
use crate::tree::escaped;

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/></Types>"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
const OWN_RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer" Target="footer1.xml"/></Relationships>"#;
/// FangSong 12 pt with lines of 22 pt; what a machine lacks of these its editor replaces.
const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="仿宋" w:cs="Times New Roman"/><w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:line="440" w:lineRule="exact"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="title"><w:name w:val="Title"/><w:pPr><w:spacing w:before="120" w:after="240" w:line="560" w:lineRule="exact"/><w:jc w:val="center"/></w:pPr><w:rPr><w:rFonts w:eastAsia="宋体"/><w:b/><w:sz w:val="40"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="head"><w:name w:val="heading 2"/><w:pPr><w:keepNext/><w:spacing w:before="120"/></w:pPr><w:rPr><w:rFonts w:eastAsia="黑体"/><w:b/></w:rPr></w:style></w:styles>"#;
const FOOTER: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:t xml:space="preserve">第 </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:t xml:space="preserve"> 页</w:t></w:r></w:p></w:ftr>"#;
const BEFORE: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>"#;
/// A4 with the margins of official letters.
const AFTER: &str = r#"<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1701" w:right="1474" w:bottom="1701" w:left="1588" w:header="851" w:footer="992" w:gutter="0"/></w:sectPr></w:body></w:document>"#;
const TABLE: &str = r#"<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders><w:top w:val="single" w:sz="4" w:space="0" w:color="000000"/><w:left w:val="single" w:sz="4" w:space="0" w:color="000000"/><w:bottom w:val="single" w:sz="4" w:space="0" w:color="000000"/><w:right w:val="single" w:sz="4" w:space="0" w:color="000000"/><w:insideH w:val="single" w:sz="4" w:space="0" w:color="000000"/><w:insideV w:val="single" w:sz="4" w:space="0" w:color="000000"/></w:tblBorders><w:tblCellMar><w:left w:w="85" w:type="dxa"/><w:right w:w="85" w:type="dxa"/></w:tblCellMar></w:tblPr>"#;

/// Width of the text between the margins, twentieths of a point.
const WIDTH: usize = 8844;

/// The file of a text.
///
/// # Errors
/// None that a text could cause.
pub fn plain_document(text: &str) -> Result<Vec<u8>, OfficeError> {
    let mut body = String::from(BEFORE);
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with('|') {
            paragraph(line, &mut body);
            continue;
        }
        let mut rows = vec![line];
        while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
            rows.push(row);
        }
        table(&rows, &mut body);
    }
    body.push_str(AFTER);
    let parts = [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("word/document.xml", &body),
        ("word/styles.xml", STYLES),
        ("word/footer1.xml", FOOTER),
        ("word/_rels/document.xml.rels", OWN_RELATIONS),
    ];
    packed(&parts)
}

/// A file of parts, packed.
pub fn packed(parts: &[(&str, &str)]) -> Result<Vec<u8>, OfficeError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for (name, text) in parts {
        zip.start_file(*name, options).map_err(OfficeError::damaged)?;
        zip.write_all(text.as_bytes()).map_err(OfficeError::damaged)?;
    }
    Ok(zip.finish().map_err(OfficeError::damaged)?.into_inner())
}

fn paragraph(line: &str, out: &mut String) {
    let (properties, text) = if let Some(title) = line.strip_prefix("# ") {
        ("<w:pStyle w:val=\"title\"/>", title)
    } else if let Some(head) = line.strip_prefix("## ") {
        ("<w:pStyle w:val=\"head\"/>", head)
    } else if let Some(right) = line.strip_prefix("> ") {
        ("<w:jc w:val=\"right\"/>", right)
    } else if let Some(plain) = line.strip_prefix("= ") {
        ("", plain)
    } else if is_marker(line) {
        // the ends of a list leave no paragraph
        ("", line)
    } else {
        ("<w:ind w:firstLineChars=\"200\" w:firstLine=\"480\"/>", line)
    };
    out.push_str("<w:p>");
    if !properties.is_empty() {
        out.push_str(&format!("<w:pPr>{properties}</w:pPr>"));
    }
    runs(text, false, out);
    out.push_str("</w:p>");
}

fn is_marker(line: &str) -> bool {
    line.starts_with("{{") && line.ends_with("}}") && line.matches("{{").count() == 1
}

fn runs(text: &str, is_bold: bool, out: &mut String) {
    for (place, part) in text.split("**").enumerate().filter(|(_, part)| !part.is_empty()) {
        let bold = if is_bold || place % 2 == 1 { "<w:rPr><w:b/></w:rPr>" } else { "" };
        out.push_str(&format!("<w:r>{bold}<w:t xml:space=\"preserve\">{}</w:t></w:r>", escaped(part)));
    }
}

fn table(rows: &[&str], out: &mut String) {
    out.push_str(TABLE);
    let columns = rows.iter().map(|row| cells_of(row).len()).max().unwrap_or(1);
    let width = WIDTH / columns.max(1);
    out.push_str(&format!("<w:tblGrid>{}</w:tblGrid>", format!("<w:gridCol w:w=\"{width}\"/>").repeat(columns)));
    for (place, row) in rows.iter().enumerate() {
        // the head stands on each page, and no row is cut
        let head = if place == 0 { "<w:tblHeader/>" } else { "" };
        out.push_str(&format!("<w:tr><w:trPr><w:cantSplit/>{head}</w:trPr>"));
        let cells = cells_of(row);
        for (at, cell) in cells.iter().enumerate() {
            // a short row ends with a cell over the rest
            let span = if at + 1 == cells.len() { columns - at } else { 1 };
            let over = if span > 1 { format!("<w:gridSpan w:val=\"{span}\"/>") } else { String::new() };
            let (wide, line) = (width * span, "<w:spacing w:line=\"320\" w:lineRule=\"exact\"/>");
            out.push_str(&format!(
                "<w:tc><w:tcPr><w:tcW w:w=\"{wide}\" w:type=\"dxa\"/>{over}<w:vAlign w:val=\"center\"/></w:tcPr><w:p><w:pPr>{line}</w:pPr>"
            ));
            runs(cell, place == 0, out);
            out.push_str("</w:p></w:tc>");
        }
        out.push_str("</w:tr>");
    }
    out.push_str("</w:tbl>");
}

/// Cells between bars; a bar inside of braces begins a format.
pub fn cells_of(row: &str) -> Vec<String> {
    let (mut cells, mut cell, mut depth) = (Vec::new(), String::new(), 0_i32);
    for c in row.trim().trim_start_matches('|').chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            '|' if depth == 0 => {
                cells.push(std::mem::take(&mut cell).trim().to_owned());
                continue;
            }
            _ => {}
        }
        cell.push(c);
    }
    cells
}
