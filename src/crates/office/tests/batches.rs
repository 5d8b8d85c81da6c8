//! Many documents in one file.

use super::*;

fn tenant(name: &str) -> Fields {
    fields(&[("乙方", text(name))])
}

#[test]
fn many_documents_stand_on_pages_of_their_own_that_count_from_one() {
    let template = word(&document(&p("致{{乙方}}"), &[]));
    let made = template.fill_many("通知", &[tenant("甲"), tenant("乙"), tenant("丙")]).unwrap();
    assert_eq!(said(&made), "致甲\n致乙\n致丙\n");
    let xml = part(&made, "word/document.xml");
    assert_eq!(xml.matches("<w:sectPr>").count(), 3);
    assert_eq!(xml.matches("<w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgNumType w:start=\"1\"/>").count(), 3);
    assert_eq!(xml.matches("<w:p>").count(), 3, "no paragraph was added that could spill onto another sheet");
    let numbers: Vec<&str> = xml.split("<w:id w:val=\"").skip(1).map(|rest| &rest[..9]).collect();
    assert_eq!(numbers, ["730000001", "730000002", "730000003"]);
}

#[test]
fn numbered_clauses_begin_anew_in_each_document() {
    let numbering = r#"<w:numbering xmlns:w="x"><w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="3"/><w:pStyle w:val="条"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num><w:num w:numId="9"><w:abstractNumId w:val="4"/></w:num></w:numbering>"#;
    let styles = r#"<w:styles xmlns:w="x"><w:style w:styleId="条"><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style><w:style w:styleId="款"><w:basedOn w:val="条"/></w:style></w:styles>"#;
    let body = "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"7\"/></w:numPr></w:pPr></w:p><w:p><w:pPr><w:pStyle w:val=\"款\"/><w:jc w:val=\"left\"/></w:pPr></w:p>";
    let source = document(body, &[("word/numbering.xml", numbering), ("word/styles.xml", styles)]);
    let made = word(&source).fill_many("合同", &[tenant("甲"), tenant("乙"), tenant("丙")]).unwrap();
    let xml = part(&made, "word/document.xml");
    for wanted in [
        "<w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"10\"/></w:numPr></w:pPr>",
        "<w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"12\"/></w:numPr></w:pPr>",
        "<w:pStyle w:val=\"款\"/><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"11\"/></w:numPr><w:jc w:val=\"left\"/>",
    ] {
        assert!(xml.contains(wanted), "{wanted} in {xml}");
    }
    let lists = part(&made, "word/numbering.xml");
    assert_eq!(lists.matches("<w:num ").count(), 2 + 4);
    assert!(lists.contains("<w:num w:numId=\"10\"><w:abstractNumId w:val=\"4\"/><w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"1\"/></w:lvlOverride><w:lvlOverride w:ilvl=\"1\"><w:startOverride w:val=\"3\"/></w:lvlOverride></w:num>"), "{lists}");
}

#[test]
fn what_stands_in_a_file_once_is_in_the_first_document_alone() {
    let body = "<w:p w14:paraId=\"11AA\" w14:textId=\"77\"><w:bookmarkStart w:id=\"0\" w:name=\"首\"/><w:r><w:drawing><wp:docPr id=\"5\" name=\"章\"/></w:drawing></w:r><w:bookmarkEnd w:id=\"0\"/></w:p>";
    let made = word(&document(body, &[])).fill_many("x", &[tenant("甲"), tenant("乙")]).unwrap();
    let xml = part(&made, "word/document.xml");
    assert_eq!((xml.matches("bookmarkStart").count(), xml.matches("paraId").count()), (1, 1));
    assert!(
        xml.contains("<wp:docPr id=\"1\" name=\"章\"/>") && xml.contains("<wp:docPr id=\"2\" name=\"章\"/>"),
        "{xml}"
    );
}

#[test]
fn fields_in_a_head_are_for_one_document() {
    let head = r#"<w:hdr xmlns:w="x"><w:p><w:r><w:t>{{乙方}}</w:t></w:r></w:p></w:hdr>"#;
    let template = word(&document(&p("x"), &[("word/header1.xml", head)]));
    let error = template.fill_many("缴费通知书", &[tenant("甲")]).unwrap_err();
    assert_eq!(error.to_string(), "“缴费通知书”的页眉或页脚中有字段，多份不能合并在一个文件里，请逐份生成");
}

#[test]
fn a_body_that_ends_with_a_table_is_followed_by_the_smallest_line() {
    let template = word(&document(&format!("<w:tbl>{}</w:tbl>", row(&["{{乙方}}"])), &[]));
    let made = template.fill_many("x", &[tenant("甲"), tenant("乙")]).unwrap();
    assert!(part(&made, "word/document.xml").contains("w:line=\"20\" w:lineRule=\"exact\"/><w:sectPr>"));
    assert_eq!(said(&made), "甲\n\n乙\n");
}

#[test]
fn five_hundred_sheets_are_one_file_within_ten_seconds() {
    let rows = [row(&["序", "额"]), row(&["{{#账单}}{{序号}}", "{{金额}}{{/账单}}"])].concat();
    let lines: String = (0..40).map(|at| p(&format!("第{at}条　甲乙双方就{{{{乙方}}}}承租房屋达成一致。"))).collect();
    let body = format!("{}<w:tbl>{rows}</w:tbl>{lines}", p("致{{乙方}}"));
    let template = word(&document(&body, &[]));
    let amounts: Vec<i64> = (1..=12).collect();
    let many: Vec<Fields> =
        (0..500).map(|at| fields(&[("乙方", text(&format!("第{at}户"))), ("账单", bills(&amounts))])).collect();
    let begun = std::time::Instant::now();
    let made = template.fill_many("通知", &many).unwrap();
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    assert_eq!(controls(&made).unwrap().len(), 500 * (1 + 40 + 2 * 12));
}
