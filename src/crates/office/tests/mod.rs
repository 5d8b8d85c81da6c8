//! Templates as editors write them, filled and read back.

mod batches;
mod books;
mod broken;
mod filling;
mod returned;

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::*;

/// Parts of a file, by name.
pub fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
const RELATIONS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;

/// A document with this body, and more parts.
pub fn document(body: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let text = format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:body>{body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>"#
    );
    let mut parts = vec![("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS), ("word/document.xml", &text)];
    parts.extend(more);
    packed(&parts)
}

/// A document that was read.
pub fn word(bytes: &[u8]) -> Document {
    match Template::read(bytes).unwrap() {
        Template::Word(document) => document,
        Template::Excel(_) => panic!("a document"),
    }
}

/// A part of a file.
pub fn part(bytes: &[u8], name: &str) -> String {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// What a document says: a line for each paragraph, cells included.
pub fn said(bytes: &[u8]) -> String {
    let text = part(bytes, "word/document.xml");
    // whatever was made is whole
    tree::parse(&text).unwrap();
    let mut lines = String::new();
    for paragraph in text.split("<w:p>").flat_map(|piece| piece.split("<w:p ")).skip(1) {
        let runs = paragraph.split("<w:t").skip(1).filter_map(|run| {
            let (tag, rest) = run.split_once('>')?;
            (tag.is_empty() || tag.starts_with(' ')).then(|| rest.split("</w:t>").next().unwrap_or_default())
        });
        lines.push_str(&runs.collect::<String>());
        lines.push('\n');
    }
    tree::unescaped(&lines)
}

pub fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

pub fn row(cells: &[&str]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<w:tc><w:tcPr/>{}</w:tc>", p(cell))).collect();
    format!("<w:tr>{cells}</w:tr>")
}

pub fn fields(values: &[(&str, Value)]) -> Fields {
    values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

pub fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Bills of a tenant.
pub fn bills(amounts: &[i64]) -> Value {
    let rows = amounts
        .iter()
        .zip(1..)
        .map(|(fen, place)| fields(&[("序号", Value::Number(format!("{place}"))), ("金额", Value::Money(*fen))]));
    Value::Rows(rows.collect())
}
