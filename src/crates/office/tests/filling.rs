//! Templates as editors write them, filled.

use super::*;

fn filled(body: &str, values: &[(&str, Value)]) -> Vec<u8> {
    Template::read(&document(body, &[])).unwrap().fill(&fields(values)).unwrap()
}

/// Runs as Word, WPS and LibreOffice cut a text: every one of these says the same.
#[test]
fn a_field_is_found_however_its_text_is_cut_into_runs() {
    let cuts = [
        "<w:r><w:t>租金{{租金}}元</w:t></w:r>",
        "<w:r><w:t>租金{</w:t></w:r><w:r><w:t>{租</w:t></w:r><w:r><w:t>金}}元</w:t></w:r>",
        "<w:r><w:t>租金{{</w:t></w:r><w:proofErr w:type=\"spellStart\"/><w:r><w:t>租金</w:t></w:r><w:proofErr w:type=\"spellEnd\"/><w:r><w:t>}}元</w:t></w:r>",
        "<w:r><w:t>租金{{租</w:t><w:lastRenderedPageBreak/><w:t>金}}元</w:t></w:r>",
        "<w:r><w:t xml:space=\"preserve\">租金{{ 租金 }}元</w:t></w:r>",
        "<w:r><w:t>租金｛｛租金｝｝元</w:t></w:r>",
        "<w:r><w:t>租金{{租金｝</w:t></w:r><w:ins w:id=\"1\"><w:r><w:t>｝元</w:t></w:r></w:ins>",
        "<w:r><w:t>租金</w:t></w:r><w:hyperlink r:id=\"a\"><w:r><w:t>{{租金}}</w:t></w:r></w:hyperlink><w:r><w:t>元</w:t></w:r>",
        "<w:r><w:t>租金</w:t></w:r><w:fldSimple w:instr=\" MERGEFIELD 租金 \\* MERGEFORMAT \"><w:r><w:t>«租金»</w:t></w:r></w:fldSimple><w:r><w:t>元</w:t></w:r>",
        "<w:r><w:t>租金</w:t></w:r><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> MERGEFIELD </w:instrText></w:r><w:r><w:instrText>\"租金\"</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>«租金»</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:r><w:t>元</w:t></w:r>",
        "<w:bookmarkStart w:id=\"0\" w:name=\"a\"/><w:r><w:t>租金{{租</w:t></w:r><w:bookmarkEnd w:id=\"0\"/><w:r><w:t>金}}元</w:t></w:r>",
    ];
    for cut in cuts {
        let made = filled(&format!("<w:p>{cut}</w:p>"), &[("租金", Value::Money(1_555_000))]);
        assert_eq!(said(&made), "租金15,550.00元\n", "{cut}");
    }
}

#[test]
fn a_field_looks_like_the_run_with_its_first_brace_and_the_rest_keeps_its_look() {
    let body = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>甲{{乙方</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>名称}}丙{{租金}}丁</w:t></w:r></w:p>";
    let made = filled(body, &[("乙方名称", text("瑞泰")), ("租金", Value::Money(100))]);
    assert_eq!(said(&made), "甲瑞泰丙1.00丁\n");
    let xml = part(&made, "word/document.xml");
    let run = |look: &str, text: &str| {
        format!("<w:r><w:rPr><w:{look}/></w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
    };
    for wanted in [run("b", "甲"), run("b", "瑞泰"), run("i", "丙"), run("i", "1.00"), run("i", "丁")] {
        assert!(xml.contains(&wanted), "{wanted} in {xml}");
    }
}

#[test]
fn pictures_tabs_and_breaks_beside_fields_stay() {
    let body = "<w:p><w:r><w:drawing/><w:t>{{租金}}</w:t><w:tab/><w:t>元</w:t><w:br/></w:r></w:p>";
    let xml = part(&filled(body, &[("租金", Value::Money(100))]), "word/document.xml");
    let parts = ["<w:drawing/>", "1.00", "<w:tab/>", "元", "<w:br/>"].map(|part| xml.find(part).unwrap());
    assert!(parts.is_sorted(), "{xml}");
}

#[test]
fn lists_repeat_signs_paragraphs_and_rows() {
    let three = [("账单", bills(&[100, 250, 3]))];
    let inline = p("共{{账单}}张：{{#账单}}第{{序号}}张{{金额}}元；{{/账单}}完");
    assert_eq!(said(&filled(&inline, &three)), "共3张：第1张1.00元；第2张2.50元；第3张0.03元；完\n");

    let blocks = [p("前"), p("{{#账单}}"), p("{{序号}}：{{金额}}"), p("{{/账单}}"), p("后")].concat();
    assert_eq!(said(&filled(&blocks, &three)), "前\n1：1.00\n2：2.50\n3：0.03\n后\n");

    let rows = [row(&["序", "额"]), row(&["{{#账单}}{{序号}}", "{{金额}}{{/账单}}"]), row(&["计", "末"])].concat();
    assert_eq!(said(&filled(&format!("<w:tbl>{rows}</w:tbl>"), &three)), "序\n额\n1\n1.00\n2\n2.50\n3\n0.03\n计\n末\n");

    // begun in one row and ended two rows later: the rows between repeat together, rows of markers alone keep a cell each
    let rows = [row(&["{{#账单}}{{序号}}"]), row(&["{{金额}}{{/账单}}"])].concat();
    assert_eq!(said(&filled(&format!("<w:tbl>{rows}</w:tbl>"), &[("账单", bills(&[1, 2]))])), "1\n0.01\n2\n0.02\n");
}

#[test]
fn a_list_without_rows_leaves_a_file_that_opens() {
    let table = format!("<w:tbl><w:tblPr/>{}</w:tbl>", row(&["{{#账单}}{{序号}}", "{{金额}}{{/账单}}"]));
    let xml = part(&filled(&(table + &p("后")), &[("账单", bills(&[]))]), "word/document.xml");
    assert!(!xml.contains("<w:tbl>"), "a table without rows is no table: {xml}");
    let cell = format!(
        "<w:tbl><w:tr><w:tc><w:tcPr/>{}</w:tc></w:tr></w:tbl>",
        [p("{{#账单}}"), p("x"), p("{{/账单}}")].concat()
    );
    let xml = part(&filled(&cell, &[("账单", bills(&[]))]), "word/document.xml");
    assert!(xml.contains("<w:tc><w:tcPr/><w:p/></w:tc>"), "a cell has a paragraph: {xml}");
}

#[test]
fn conditions_hold_or_not_and_nest() {
    let body = [
        p("{{#有免租期}}"),
        p("免租期{{免租期}}{{#备注}}（{{备注}}）{{/备注}}。"),
        p("{{/有免租期}}"),
        p("{{^有免租期}}无免租期。{{/有免租期}}"),
    ]
    .concat();
    let with = |has, note: &str| {
        said(&filled(&body, &[("有免租期", Value::Flag(has)), ("免租期", text("30天")), ("备注", text(note))]))
    };
    assert_eq!(with(true, "装修"), "免租期30天（装修）。\n\n");
    assert_eq!(with(true, ""), "免租期30天。\n\n");
    assert_eq!(with(false, ""), "无免租期。\n");
}

#[test]
fn a_row_knows_what_is_around_it_and_its_own_first() {
    let row = |name: &str| fields(&[("名称", text(name))]);
    let values = [("名称", text("外")), ("单位", text("处")), ("行", Value::Rows(vec![row("甲"), row("乙")]))];
    assert_eq!(said(&filled(&p("{{#行}}{{名称}}{{单位}} {{/行}}{{名称}}"), &values)), "甲处 乙处 外\n");
}

#[test]
fn a_value_is_text_whatever_it_holds() {
    let hostile = "<w:p>&amp; {{租金}} \"引\" \u{0}\u{b}]]>";
    let made = filled(&p("{{名称}}"), &[("名称", text(hostile)), ("租金", Value::Money(1))]);
    assert_eq!(said(&made), "<w:p>&amp; {{租金}} \"引\" ]]>\n");
    let lines = part(&filled(&p("{{名称}}"), &[("名称", text("甲\n乙\t丙"))]), "word/document.xml");
    assert!(lines.contains("甲</w:t><w:br/><w:t xml:space=\"preserve\">乙</w:t><w:tab/>"), "{lines}");
}

#[test]
fn braces_that_are_no_fields_stay_as_they_are() {
    let body = p("{租金} {{ }} {{}} {{{租金}}} }} {{");
    assert_eq!(said(&filled(&body, &[("租金", Value::Money(100))])), "{租金} {{ }} {{}} {1.00} }} {{\n");
}

#[test]
fn heads_and_text_frames_are_filled_and_all_else_stays_byte_for_byte() {
    let head = r#"<w:hdr xmlns:w="x"><w:p><w:r><w:t>编号{{编号}}</w:t></w:r></w:p></w:hdr>"#;
    let frame = format!("<w:p><w:r><w:pict><w:txbxContent>{}</w:txbxContent></w:pict></w:r></w:p>", p("框{{编号}}"));
    let odd = "<w:p   w:rsidR='1'><w:r><w:t>a&#x4e2d;&quot;</w:t></w:r><!-- x --></w:p>";
    let source =
        document(&(frame + odd), &[("word/header1.xml", head), ("word/styles.xml", "<w:styles  xmlns:w='x'/>")]);
    let template = Template::read(&source).unwrap();
    let places: Vec<(String, bool)> =
        template.places().into_iter().map(|place| (place.name, place.is_in_margin)).collect();
    assert_eq!(places, [("编号".to_owned(), false), ("编号".to_owned(), true)]);
    let made = template.fill(&fields(&[("编号", text("HT-1"))])).unwrap();
    assert!(part(&made, "word/header1.xml").contains("HT-1"));
    assert!(said(&made).contains("框HT-1"));
    assert!(
        part(&made, "word/document.xml").contains("<w:p   w:rsidR='1'><w:r><w:t>a&#x4e2d;&quot;</w:t></w:r></w:p>")
    );
    assert_eq!(part(&made, "word/styles.xml"), "<w:styles  xmlns:w='x'/>");
}

#[test]
fn the_same_values_make_the_same_bytes() {
    let template = Template::read(&document(&p("{{租金|大写}}"), &[])).unwrap();
    let values = fields(&[("租金", Value::Money(1_555_000))]);
    assert_eq!(template.fill(&values).unwrap(), template.fill(&values).unwrap());
}
