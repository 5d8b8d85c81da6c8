//! What lies on the cells of a workbook: pictures go into the rows that they lie on, comments and links are named, and no
//! sheet of any form is passed over in silence.

use std::io::{Cursor, Read as _, Write as _};

use gx_portal::features::registers::works::run;
use gx_portal::sheet::{SURVEY, SheetState, Survey};
use rust_xlsxwriter::{Image, Note, Workbook};
use serde_json::json;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::made::{fine, is_whole, refused};
use super::workbooks::{guess, list};
use crate::support::Portal;

fn png(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = image::RgbImage::from_fn(side, side, |x, y| image::Rgb([x as u8, y as u8, side as u8]));
    picture.write_to(&mut Cursor::new(&mut bytes), image::ImageOutputFormat::Png).expect("a picture");
    bytes
}

/// A ledger with a picture on three of its rows, two of them on the fifth line, one beside the table's rows; comments and links.
fn ledger() -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, label) in (0..).zip(["编号", "名称", "整改前照片", "备注"]) {
        sheet.write(0, column, label).expect("written");
    }
    for row in 1..=12_u32 {
        sheet.write(row, 0, format!("YH-{row:03}")).expect("written");
        sheet.write(row, 1, format!("隐患{row}")).expect("written");
    }
    // the second one of the fifth line lies on 备注
    for (row, column, side) in [(1, 2, 8), (4, 2, 9), (4, 3, 10), (9, 2, 11)] {
        let picture = Image::new_from_buffer(&png(side)).expect("a picture");
        sheet.insert_image(row, column, &picture).expect("inserted");
    }
    sheet.insert_image(40, 6, &Image::new_from_buffer(&png(12)).expect("a picture")).expect("inserted");
    sheet.insert_note(3, 1, &Note::new("请复核")).expect("a comment");
    sheet.write_url_with_text(5, 3, "https://example.org/a", "详见").expect("a link");
    book.save_to_buffer().expect("saved")
}

/// The same workbook with a picture in a cell as WPS keeps it.
fn as_wps(bytes: &[u8]) -> Vec<u8> {
    let mut old = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut new = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, content: &[u8]| {
        new.start_file(name, SimpleFileOptions::default()).expect("begun");
        new.write_all(content).expect("written");
    };
    for part in 0..old.len() {
        let mut entry = old.by_index(part).expect("a part");
        let (name, mut content) = (entry.name().expect("a name").to_string(), Vec::new());
        entry.read_to_end(&mut content).expect("read");
        if name == "xl/worksheets/sheet1.xml" {
            let text = String::from_utf8(content).expect("text");
            // the seventh line has no picture of its own
            let (before, after) = text.split_once("<row r=\"7\"").expect("a row");
            let (row, rest) = after.split_once("</row>").expect("its end");
            let cell = "<c r=\"C7\" t=\"str\"><f>_xlfn.DISPIMG(\"ID_77\",1)</f><v>=DISPIMG(\"ID_77\",1)</v></c>";
            content = format!("{before}<row r=\"7\"{row}{cell}</row>{rest}").into_bytes();
        }
        put(&name, &content);
    }
    let images = "<etc:cellImages xmlns:etc=\"x\" xmlns:xdr=\"y\" xmlns:a=\"z\" xmlns:r=\"r\"><etc:cellImage><xdr:pic>\
        <xdr:nvPicPr><xdr:cNvPr id=\"2\" name=\"ID_77\" descr=\"图\"/></xdr:nvPicPr><xdr:blipFill><a:blip \
        r:embed=\"rId1\"/></xdr:blipFill></xdr:pic></etc:cellImage></etc:cellImages>";
    let related = "<Relationships xmlns=\"r\"><Relationship Id=\"rId1\" Type=\"x/image\" Target=\"media/cell1.png\"/>\
        </Relationships>";
    put("xl/cellimages.xml", images.as_bytes());
    put("xl/_rels/cellimages.xml.rels", related.as_bytes());
    put("xl/media/cell1.png", &png(13));
    new.finish().expect("finished").into_inner()
}

#[test]
fn pictures_go_into_the_rows_that_they_lie_on() {
    let portal = Portal::new();
    let admin = portal.admin();
    let answer = fine(portal.upload("/reg/design/book", &admin, "file", "隐患.xlsx", &as_wps(&ledger())));
    let number = answer["data"]["bookId"].as_u64().expect("a number");
    let told = guess(&portal, &admin, number, json!({}));
    let photo = list(&told["columns"]).iter().find(|one| one["label"] == "整改前照片").expect("the column");
    assert_eq!(photo["kind"], "pictures", "{photo}");
    let warnings = told["sheets"][0]["guess"]["warnings"].to_string();
    for sentence in [
        "4 张图片（第 2、5、10 行）按所在的行放入“整改前照片”",
        "1 张图片不在数据行上",
        "1 处批注（第 4 行）",
        "1 个链接（第 6 行）",
    ] {
        assert!(warnings.contains(sentence), "{sentence}: {warnings}");
    }
    let form = json!({"bookId": number, "code": "yhtz", "definition": told["definition"]});
    let id = fine(portal.post("/reg/design", &admin, form))["data"]["id"].as_u64().expect("a number");
    fine(portal.put(&format!("/reg/design/{id}/publish"), &admin, json!({"note": "初版"})));
    let path = format!("/reg/design/{id}/load");
    let tried = fine(portal.put(&path, &admin, json!({"bookId": number, "dryRun": true})));
    assert!(tried["data"]["remarks"].to_string().contains("5 张图片随所在的行导入"), "{tried}");
    fine(portal.put(&path, &admin, json!({"bookId": number})));
    run::all(&portal.app).expect("done");
    let listed = fine(portal.get("/reg/yhtz/list?orderByColumn=no&isAsc=ascending&pageSize=50", &admin));
    let code = photo_code(&portal, &admin);
    let counts: Vec<usize> = list(&listed["rows"]).iter().map(|row| list(&row["values"][&code]).len()).collect();
    assert_eq!(counts, [1, 0, 0, 2, 0, 1, 0, 0, 1, 0, 0, 0], "{listed}");
    let first = listed["rows"][0]["values"][&code][0].as_u64().expect("a file");
    let file = portal.request("GET", &format!("/common/download/{first}"), &admin, None);
    assert_eq!(file.bytes, png(8));
    is_whole(&portal);
}

fn photo_code(portal: &Portal, admin: &str) -> String {
    let meta = fine(portal.get("/reg/yhtz/meta", admin));
    let field = list(&meta["data"]["fields"]).iter().find(|field| field["label"] == "整改前照片").cloned();
    field.expect("the field")["code"].as_str().expect("a code").to_owned()
}

/// One that is no picture at all is told before; one whose end is missing is found when it is decoded, and named in its row.
#[test]
fn pictures_that_are_damaged_are_named() {
    let mut old = ZipArchive::new(Cursor::new(ledger())).expect("an archive");
    let mut new = ZipWriter::new(Cursor::new(Vec::new()));
    for part in 0..old.len() {
        let mut entry = old.by_index(part).expect("a part");
        let (name, mut content) = (entry.name().expect("a name").to_string(), Vec::new());
        entry.read_to_end(&mut content).expect("read");
        if content == png(8) {
            content = b"no picture".to_vec();
        } else if content == png(9) || content == png(11) {
            content.truncate(content.len() / 2);
        }
        new.start_file(name, SimpleFileOptions::default()).expect("begun");
        new.write_all(&content).expect("written");
    }
    let bytes = new.finish().expect("finished").into_inner();
    let portal = Portal::new();
    let admin = portal.admin();
    let number = fine(portal.upload("/reg/design/book", &admin, "file", "隐患.xlsx", &bytes))["data"]["bookId"].clone();
    let number = number.as_u64().expect("a number");
    let told = guess(&portal, &admin, number, json!({}));
    let form = json!({"bookId": number, "code": "yhtz", "definition": told["definition"]});
    let id = fine(portal.post("/reg/design", &admin, form))["data"]["id"].as_u64().expect("a number");
    fine(portal.put(&format!("/reg/design/{id}/publish"), &admin, json!({})));
    let path = format!("/reg/design/{id}/load");
    let tried = fine(portal.put(&path, &admin, json!({"bookId": number, "dryRun": true})));
    let remarks = tried["data"]["remarks"].to_string();
    assert!(remarks.contains("1 张图片不导入（不是图片或已损坏）：第 2 行"), "{remarks}");
    fine(portal.put(&path, &admin, json!({"bookId": number})));
    run::all(&portal.app).expect("done");
    let code = photo_code(&portal, &admin);
    let listed = fine(portal.get("/reg/yhtz/list?pageSize=50", &admin));
    let row = |no: u64| {
        let found = list(&listed["rows"]).iter().find(|row| row["no"] == no).expect("a row").clone();
        (list(&found["values"][&code]).len(), found["misfits"][&code].to_string(), found["remark"].to_string())
    };
    // beside another picture, and alone in its field
    let (count, misfit, remark) = row(4);
    assert_eq!((count, misfit.as_str()), (1, "null"));
    assert!(remark.contains("图片 image") && remark.contains("没有导入"), "{remark}");
    let (count, misfit, _) = row(9);
    assert_eq!(count, 0);
    assert!(misfit.contains("图片 image") && misfit.contains("没有导入"), "{misfit}");
    assert_eq!(fine(portal.get("/reg/yhtz/list?misfit=true", &admin))["total"], 1);
    is_whole(&portal);
}

/// Four hundred pictures of five megabytes each, packed so tightly that the workbook is small.
#[test]
fn pictures_that_unpack_to_too_much_are_refused_in_words() {
    let mut book = ZipArchive::new(Cursor::new(ledger())).expect("an archive");
    let mut new = ZipWriter::new(Cursor::new(Vec::new()));
    for part in 0..book.len() {
        new.raw_copy_file(book.by_index_raw(part).expect("a part")).expect("copied");
    }
    let mut one = ZipWriter::new(Cursor::new(Vec::new()));
    one.start_file("big.png", SimpleFileOptions::default()).expect("begun");
    one.write_all(&vec![7; 5 << 20]).expect("written");
    let mut one = ZipArchive::new(one.finish().expect("finished")).expect("an archive");
    for at in 0..400 {
        let raw = one.by_index_raw(0).expect("the picture");
        new.raw_copy_file_rename(raw, format!("xl/media/big{at}.png")).expect("copied");
    }
    let bytes = new.finish().expect("finished").into_inner();
    assert!(bytes.len() < 20 << 20);
    let portal = Portal::new();
    let sentence = refused(portal.upload("/reg/design/book", &portal.admin(), "file", "图.xlsx", &bytes));
    assert!(sentence.contains("解压后过大"), "{sentence}");
}

fn ods(content: &str) -> Vec<u8> {
    let mut new = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", content)] {
        new.start_file(name, SimpleFileOptions::default()).expect("begun");
        new.write_all(text.as_bytes()).expect("written");
    }
    new.finish().expect("finished").into_inner()
}

fn surveyed(bytes: &[u8]) -> Survey {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), bytes).expect("written");
    Survey::open(file.path(), SURVEY).expect("opens")
}

/// A row of texts as an office program writes it.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|text| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>")).collect();
    format!("<table:table-row>{}</table:table-row>", cells.concat())
}

#[test]
fn all_sheets_of_office_workbooks_are_named_and_read() {
    let style = "<style:style style:name=\"ta2\"><style:table-properties table:display=\"false\"/></style:style>";
    let sheet = |no: usize| match no {
        7 => {
            "<table:table table:name=\"空\"><table:table-row><table:table-cell/></table:table-row></table:table>".into()
        }
        no => {
            let look = if no == 9 { " table:style-name=\"ta2\"" } else { "" };
            let comment = "<office:annotation><text:p>别读</text:p></office:annotation>";
            let value = format!("甲{no}{}", if no == 3 { comment } else { "" });
            let link = "<text:a xlink:href=\"https://example.org\">链</text:a>";
            let rows = row(&["名称", "说明"]) + &row(&[&value, link]) + &row(&["乙", "丙"]);
            format!("<table:table table:name=\"表{no}\"{look}>{rows}</table:table>")
        }
    };
    let content = (1..=40).map(sheet).collect::<Vec<String>>().concat();
    let mut survey = surveyed(&ods(&format!("<office:document-content>{style}{content}</office:document-content>")));
    let states: Vec<SheetState> = survey.sheets().iter().map(|sheet| sheet.state).collect();
    assert_eq!(states.len(), 40);
    assert_eq!((states[6], states[8]), (SheetState::Empty, SheetState::Hidden));
    assert_eq!(states.iter().filter(|state| **state == SheetState::Offered).count(), 38);
    assert_eq!((survey.sheets()[39].name.as_str(), survey.sheets()[39].size), ("表40", (3, 2)));
    let mut texts = Vec::new();
    survey.lines(40, &mut |line| texts.extend(line.cells.iter().map(|cell| cell.value.to_string()))).expect("read");
    assert_eq!(texts, ["名称", "说明", "甲40", "链", "乙", "丙"]);
    let facts = survey.facts(3).expect("facts");
    assert_eq!((facts.extras.comments.as_slice(), facts.extras.links.len()), (&[(1, 0)][..], 1));
    let mut first = String::new();
    survey.lines(3, &mut |line| first += &line.cells[0].value.to_string()).expect("read");
    assert_eq!(first, "名称甲3乙", "a comment is no part of its cell");
}

#[test]
fn all_sheets_of_workbooks_of_2003_are_named_and_read() {
    let cell = |text: &str| format!("<Cell><Data ss:Type=\"String\">{text}</Data></Cell>");
    let row = |cells: &[&str]| format!("<Row>{}</Row>", cells.iter().map(|text| cell(text)).collect::<String>());
    let sheet = |name: &str, shown: &str, more: &str| {
        let rows = row(&["名称", "说明"]) + &row(&[name, "一"]) + more;
        format!(
            "<Worksheet ss:Name=\"{name}\"><Table>{rows}</Table><WorksheetOptions>{shown}</WorksheetOptions></Worksheet>"
        )
    };
    let hidden = "<Visible>SheetHidden</Visible>";
    let comment =
        "<Row><Cell><Data ss:Type=\"String\">乙</Data><Comment><ss:Data>别读</ss:Data></Comment></Cell></Row>";
    let book = format!(
        "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">{}{}{}</Workbook>",
        sheet("第一", "", comment),
        sheet("第二", hidden, ""),
        sheet("第三", "", "")
    );
    let mut survey = surveyed(book.as_bytes());
    let states: Vec<(String, SheetState)> =
        survey.sheets().iter().map(|sheet| (sheet.name.clone(), sheet.state)).collect();
    let named = |name: &str, state| (name.to_owned(), state);
    let wanted =
        [named("第一", SheetState::Offered), named("第二", SheetState::Hidden), named("第三", SheetState::Offered)];
    assert_eq!(states, wanted);
    let mut texts = Vec::new();
    survey.lines(1, &mut |line| texts.extend(line.cells.iter().map(|cell| cell.value.to_string()))).expect("read");
    assert_eq!(texts, ["名称", "说明", "第一", "一", "乙"]);
    assert_eq!(survey.facts(1).expect("facts").extras.comments, [(2, 0)]);
}
