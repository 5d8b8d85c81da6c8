//! What is refused, and what an upload is told.

use super::*;

#[test]
fn what_is_no_template_is_refused_with_a_sentence() {
    let body = p("x");
    let mut macros = document(&body, &[("word/vbaProject.bin", "x")]);
    let compound = [&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1][..], &[0; 600]].concat();
    let deep = format!("{}{}", "<w:tbl><w:tr><w:tc>".repeat(200), "</w:tc></w:tr></w:tbl>".repeat(200));
    let sheet = packed(&[("[Content_Types].xml", "<Types/>"), ("xl/workbook.xml", "<workbook/>")]);
    let bomb = document(&p(&" ".repeat(30 << 20)), &[]);
    let entity = packed(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "_rels/.rels",
            r#"<Relationships><Relationship Type="http://x/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#,
        ),
        ("word/document.xml", "<!DOCTYPE a [<!ENTITY b \"c\">]><w:document><w:body/></w:document>"),
    ]);
    let cases: [(&[u8], &str); 8] = [
        (&macros, "文件含有宏"),
        (&compound, "文件设有密码，或是旧版 .doc"),
        (b"hello", "不是 Word 文档"),
        (&sheet, "不是 Word 文档"),
        (&document(&deep, &[]), "结构异常"),
        (&bomb, "解压后过大"),
        (&entity, "结构异常"),
        (&vec![b'P'; MOST_BYTES + 1], "超过 10 MB"),
    ];
    for (bytes, sentence) in cases {
        let error = Template::read(bytes).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
    // cut off anywhere it is refused, and never a panic
    macros = document(&p("{{#a}}{{b}}{{/a}}"), &[]);
    for end in (0..macros.len()).step_by(7) {
        assert!(Template::read(&macros[..end]).is_err());
    }
}

#[test]
fn ends_that_do_not_meet_are_named() {
    let cases = [
        (p("{{#账单}}x"), "“{{#账单}}”没有写结束标记“{{/账单}}”".replace("{{#账单}}", "{{账单}}")),
        (p("x{{/账单}}"), "“{{/账单}}”没有对应的开始标记“{{#账单}}”".to_owned()),
        (format!("<w:tbl>{}</w:tbl>{}", row(&["{{#账单}}"]), p("{{/账单}}")), "账单".to_owned()),
        (p("{{#甲}}{{#乙}}{{/甲}}{{/乙}}"), "乙".to_owned()),
    ];
    for (body, sentence) in cases {
        let error = Template::read(&document(&body, &[])).unwrap_err().to_string();
        assert!(error.contains(&sentence), "{error} without {sentence}");
    }
}

const BILL: &[Field] = &[
    Field { name: "金额", kind: Kind::Money, example: "16,700.00", rows: &[] },
    Field { name: "应缴日", kind: Kind::Date, example: "2026-11-05", rows: &[] },
];
const KNOWN: &[Field] = &[
    Field { name: "乙方名称", kind: Kind::Text, example: "云川瑞泰商贸有限公司", rows: &[] },
    Field { name: "租金", kind: Kind::Money, example: "15,550.00", rows: &[] },
    Field { name: "有免租期", kind: Kind::Flag, example: "是", rows: &[] },
    Field { name: "账单", kind: Kind::Rows, example: "", rows: BILL },
];

#[test]
fn an_upload_is_checked_field_by_field() {
    let told = |text: &str| -> Vec<String> {
        let template = Template::read(&document(&p(text), &[])).unwrap();
        check::check(&template.places(), KNOWN).iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        told(
            "{{乙方名称}}{{租金|大写}}{{#有免租期}}{{租金}}{{/有免租期}}{{#账单}}{{金额}}{{应缴日|年月日}}{{乙方名称}}{{/账单}}"
        ),
        [""; 0]
    );
    assert_eq!(told("{{乙方名}}"), ["不认识的字段“乙方名”，是否为“乙方名称”？"]);
    assert_eq!(told("{{天气}}{{天气}}"), ["不认识的字段“天气”"]);
    assert_eq!(
        told("{{租金|年月日}}{{租金|大大写}}"),
        ["字段“租金”不能用格式“年月日”", "字段“租金”不能用格式“大大写”"]
    );
    assert_eq!(told("{{账单}}"), ["“账单”是列表，请写成“{{#账单}}…{{/账单}}”，把每一行的字段写在中间"]);
    assert_eq!(told("{{应缴日}}"), ["“应缴日”是列表“账单”中的字段，请写在“{{#账单}}…{{/账单}}”中间"]);
}

#[test]
fn a_field_that_is_gone_is_named_when_a_document_is_made() {
    let template = Template::read(&document(&p("{{旧字段}}"), &[])).unwrap();
    assert_eq!(template.fill(&Fields::new()), Err(OfficeError::NoField("旧字段".into())));
}
