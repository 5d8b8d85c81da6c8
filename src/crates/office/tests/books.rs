//! Workbooks as offices write them, filled.

use super::*;

const BOOK_TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/calcChain.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"/></Types>"#;
const BOOK_RELATIONS: &str = r#"<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const LINKS: &str = r#"<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="http://x/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/relationships/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="r3" Type="http://x/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="http://x/relationships/styles" Target="styles.xml"/><Relationship Id="r5" Type="http://x/relationships/calcChain" Target="calcChain.xml"/></Relationships>"#;
const WORKBOOK: &str = r#"<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="r"><sheets><sheet name="清单" sheetId="1" r:id="r1"/><sheet name="汇总" sheetId="2" r:id="r2"/></sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">清单!$A$1:$D$4</definedName></definedNames><calcPr calcId="191029"/></workbook>"#;
/// Styles: 0 general, 1 amount, 2 date, 3 text.
const STYLES: &str = r#"<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="170"/><xf numFmtId="49"/></cellXfs></styleSheet>"#;

/// A workbook of two sheets: rows and what stands behind them, the texts that cells share, the other sheet, more parts.
pub fn workbook(first: &str, after: &str, shared: &[&str], second: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let sheet = |rows: &str, after: &str| {
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns:r="r"><dimension ref="A1:D4"/><sheetViews><sheetView workbookViewId="0"><selection sqref="A9"/></sheetView></sheetViews><sheetData>{rows}</sheetData>{after}</worksheet>"#
        )
    };
    let shared: String = shared.iter().map(|text| format!("<si>{text}</si>")).collect();
    let (first, second, shared) = (sheet(first, after), sheet(second, ""), format!("<sst>{shared}</sst>"));
    let mut parts = vec![
        ("[Content_Types].xml", BOOK_TYPES),
        ("_rels/.rels", BOOK_RELATIONS),
        ("xl/workbook.xml", WORKBOOK),
        ("xl/_rels/workbook.xml.rels", LINKS),
        ("xl/worksheets/sheet1.xml", &first),
        ("xl/worksheets/sheet2.xml", &second),
        ("xl/sharedStrings.xml", &shared),
        ("xl/styles.xml", STYLES),
        ("xl/calcChain.xml", "<calcChain><c r=\"D6\" i=\"1\"/></calcChain>"),
    ];
    parts.extend(more);
    packed(&parts)
}

/// A row of texts, in cells from A on; `s:` before a text gives its style.
fn line(number: u32, cells: &[&str]) -> String {
    let cell = |(letter, text): (char, &&str)| {
        let (style, text) = text.split_once('§').unwrap_or(("0", text));
        match text.strip_prefix('=') {
            Some(formula) => format!("<c r=\"{letter}{number}\" s=\"{style}\"><f>{formula}</f><v>0</v></c>"),
            None if text.is_empty() => format!("<c r=\"{letter}{number}\" s=\"{style}\"/>"),
            None => format!("<c r=\"{letter}{number}\" s=\"{style}\" t=\"inlineStr\"><is><t>{text}</t></is></c>"),
        }
    };
    let cells: String = ('A'..).zip(cells).map(cell).collect();
    format!("<row r=\"{number}\" ht=\"20\" customHeight=\"1\">{cells}</row>")
}

fn filled(bytes: &[u8], values: &[(&str, Value)]) -> Vec<u8> {
    Template::read(bytes).unwrap().fill(&fields(values)).unwrap()
}

/// The cells of a sheet as they are written: their place, and their text, number or formula.
pub fn told(bytes: &[u8], part_name: &str) -> Vec<String> {
    let text = part(bytes, part_name);
    tree::parse(&text).unwrap();
    let cell = |piece: &str| {
        let (tag, rest) = piece.split_once('>')?;
        let at = tree::attribute(&format!("c {tag}"), "r")?;
        let inside = if tag.ends_with('/') { "" } else { rest.split("</c>").next()? };
        let between = |from: &str, to: &str| {
            let texts = inside.split(from).skip(1).filter_map(|text| text.split_once('>')?.1.split(to).next());
            texts.collect::<String>()
        };
        let said = [between("<t", "</t>"), between("<v", "</v>"), between("<f", "</f>")].concat();
        (!said.is_empty()).then(|| tree::unescaped(&format!("{at} {said}")))
    };
    text.split("<c ").skip(1).filter_map(cell).collect()
}

const SHEET: &str = "xl/worksheets/sheet1.xml";

#[test]
fn a_field_is_found_however_a_cell_keeps_its_text() {
    let cuts = [
        ("<t>租金{{租金|大写}}元</t>", ""),
        ("<t>租金｛｛ 租金｜大写 ｝｝元</t>", ""),
        ("<r><t>租金{</t></r><r><t>{租</t></r><r><t>金|大写}}元</t></r>", ""),
        (
            "<r><rPr><b/></rPr><t>租金{{租</t></r><r><rPr><i/></rPr><t>金|大写}}元</t></r>",
            "<r><rPr><b/></rPr><t xml:space=\"preserve\">壹元整</t></r><r><rPr><i/></rPr><t xml:space=\"preserve\">元</t></r>",
        ),
        ("<t>租金{{租金|大写}}元</t><rPh sb=\"0\" eb=\"1\"><t>zu</t></rPh><phoneticPr fontId=\"1\"/>", ""),
    ];
    for (cut, look) in cuts {
        let shared = "<row r=\"1\"><c r=\"A1\" s=\"1\" t=\"s\"><v>0</v></c></row>";
        let inline = format!("<row><c t=\"inlineStr\" s=\"1\"><is>{cut}</is></c></row>");
        for rows in [shared, &inline] {
            let made = filled(&workbook(rows, "", &[cut], "", &[]), &[("租金", Value::Money(100))]);
            assert_eq!(told(&made, SHEET), ["A1 租金壹元整元"], "{cut}");
            assert!(part(&made, SHEET).contains(look) && part(&made, SHEET).contains("s=\"1\""), "{cut}");
            // what the cells of other sheets share is as it was
            assert_eq!(part(&made, "xl/sharedStrings.xml"), format!("<sst><si>{cut}</si></sst>"));
        }
    }
}

#[test]
fn a_cell_that_is_one_field_is_a_number_or_a_day_as_its_format_shows_it() {
    let values = [
        ("租金", Value::Money(1_555_000)),
        ("面积", Value::Number("1,268.45".into())),
        ("起租日", Value::Date(jiff::civil::date(2026, 11, 29))),
        ("乙方", text("=1+1 <甲&乙>_x0041_")),
        ("空", Value::Nothing),
    ];
    let table = [
        ("1§{{租金}}", "<v>15550.00</v>"),
        ("1§ {{租金}} ", "<v>15550.00</v>"),
        ("1§{{租金|万元}}", "<v>1.555</v>"),
        ("1§{{租金|大写}}", "<t xml:space=\"preserve\">壹万伍仟伍佰伍拾元整</t>"),
        ("1§{{租金}}元", "<t xml:space=\"preserve\">15,550.00元</t>"),
        ("3§{{租金}}", "<t xml:space=\"preserve\">15550.00</t>"),
        ("{{面积}}", "<v>1268.45</v>"),
        ("2§{{起租日}}", "<v>46355</v>"),
        ("{{起租日}}", "<t xml:space=\"preserve\">2026-11-29</t>"),
        ("2§{{起租日|年月日}}", "<t xml:space=\"preserve\">2026年11月29日</t>"),
        ("{{乙方}}", "<t xml:space=\"preserve\">=1+1 &lt;甲&amp;乙&gt;_x005F_x0041_</t>"),
        ("2§{{空}}", "<c r=\"A1\" s=\"2\"/>"),
        (
            "2§</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><r><rPr><b/></rPr><t>{{空}}</t></r></is></c><c><is><t>",
            "<c r=\"B1\"/>",
        ),
        ("{{#空}}有{{/空}}{{^空}}无{{/空}}", ">无<"),
    ];
    for (cell, wanted) in table {
        let xml = part(&filled(&workbook(&line(1, &[cell]), "", &[], "", &[]), &values), SHEET);
        assert!(xml.contains(wanted), "{cell}: {wanted} in {xml}");
    }
}

/// A list of bills with a sum below it, and everything that names its cells.
fn statement() -> Vec<u8> {
    let rows = [
        line(1, &["{{乙方}}账单"]),
        line(2, &["{{#账单}}{{序号}}", "1§{{金额}}", "=B2*2", "{{/账单}}"]),
        line(3, &["合计", "1§=SUM(B2:B2)+B4", "=\"B2\"&amp;汇总!A1"]),
        line(4, &["签字"]),
    ];
    let after = r#"<autoFilter ref="A1:D2"/><mergeCells count="3"><mergeCell ref="C2:D2"/><mergeCell ref="A3:A4"/><mergeCell ref="D1:D3"/></mergeCells><conditionalFormatting sqref="B2 A4:D4"><cfRule type="expression"><formula>$B$3&gt;A4</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation sqref="D4"><formula1>$A$3:$A$4</formula1></dataValidation></dataValidations><pageMargins left="0.7"/><rowBreaks count="1"><brk id="3" max="16383"/></rowBreaks>"#;
    workbook(
        &rows.concat(),
        after,
        &[],
        &line(1, &["=SUM(清单!$B$2:$B$2)", "=清单!B3"]),
        &[("xl/theme.xml", "<a> </a>")],
    )
}

#[test]
fn a_list_repeats_its_row_and_what_is_below_follows() {
    let made = filled(&statement(), &[("乙方", text("瑞泰")), ("账单", bills(&[100, 250, 3]))]);
    let cells = told(&made, SHEET);
    let wanted = [
        "A1 瑞泰账单",
        "A2 1",
        "B2 1.00",
        "C2 B2*2",
        "A3 2",
        "B3 2.50",
        "C3 B3*2",
        "A4 3",
        "B4 0.03",
        "C4 B4*2",
        "A5 合计",
        "B5 SUM(B2:B4)+B6",
        "C5 \"B2\"&汇总!A1",
        "A6 签字",
    ];
    assert_eq!(cells, wanted);
    let xml = part(&made, SHEET);
    let moved = [
        "<dimension ref=\"A1:D6\"/>",
        "<selection sqref=\"A9\"/>",
        "<autoFilter ref=\"A1:D4\"/>",
        "count=\"5\"",
        "<mergeCell ref=\"C2:D2\"/><mergeCell ref=\"C3:D3\"/><mergeCell ref=\"C4:D4\"/><mergeCell ref=\"A5:A6\"/><mergeCell ref=\"D1:D5\"/>",
        "sqref=\"B2:B4 A6:D6\"",
        "<formula>$B$5&gt;A6</formula>",
        "sqref=\"D6\"",
        "<formula1>$A$5:$A$6</formula1>",
        "<brk id=\"5\" max=\"16383\"/>",
        "<row r=\"4\" ht=\"20\" customHeight=\"1\">",
    ];
    for wanted in moved {
        assert!(xml.contains(wanted), "{wanted} in {xml}");
    }
    assert_eq!(told(&made, "xl/worksheets/sheet2.xml"), ["A1 SUM(清单!$B$2:$B$4)", "B1 清单!B5"]);
    let book = part(&made, "xl/workbook.xml");
    assert!(book.contains("清单!$A$1:$D$6<") && book.contains("calcId=\"191029\" fullCalcOnLoad=\"1\""), "{book}");
    for part_name in ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"] {
        assert!(!part(&made, part_name).contains("calcChain"), "the order of computing is gone from {part_name}");
    }
    assert_eq!(part(&made, "xl/theme.xml"), "<a> </a>", "other parts are as they were");
}

#[test]
fn a_list_of_none_or_of_one_leaves_the_sheet_as_it_is() {
    let one = filled(&statement(), &[("乙方", text("瑞泰")), ("账单", bills(&[100]))]);
    assert_eq!(told(&one, SHEET)[1..4], ["A2 1", "B2 1.00", "C2 B2*2"]);
    let none = filled(&statement(), &[("乙方", text("瑞泰")), ("账单", bills(&[]))]);
    assert_eq!(told(&none, SHEET)[..3], ["A1 瑞泰账单", "A3 合计", "B3 SUM(B2:B2)+B4"]);
    for made in [one, none] {
        assert!(part(&made, SHEET).contains("<mergeCells count=\"3\"><mergeCell ref=\"C2:D2\"/>"));
    }
    let condition = workbook(&line(2, &["{{#有}}甲", "乙{{/有}}"]), "", &[], "", &[]);
    assert_eq!(told(&filled(&condition, &[("有", Value::Flag(true))]), SHEET), ["A2 甲", "B2 乙"]);
    assert_eq!(told(&filled(&condition, &[("有", Value::Flag(false))]), SHEET), [""; 0]);
}

#[test]
fn formulas_that_an_office_keeps_once_are_written_out() {
    let shared = "<row r=\"2\"><c r=\"A2\"><f t=\"shared\" ref=\"A2:A4\" si=\"0\">B2*$C$1</f><v>1</v></c></row><row r=\"3\"><c r=\"A3\"><f t=\"shared\" si=\"0\"/><v>1</v></c><c r=\"B3\" t=\"inlineStr\"><is><t>{{#账单}}{{金额}}</t></is></c><c r=\"C3\" t=\"inlineStr\"><is><t>{{/账单}}</t></is></c></row><row r=\"4\"><c r=\"A4\"><f t=\"shared\" si=\"0\"/></c></row>";
    let made = filled(&workbook(shared, "", &[], "", &[]), &[("账单", bills(&[1, 2]))]);
    assert_eq!(told(&made, SHEET), ["A2 B2*$C$1", "A3 B3*$C$1", "B3 0.01", "A4 B4*$C$1", "B4 0.02", "A5 B5*$C$1"]);
}

#[test]
fn what_could_not_follow_is_refused_with_a_sentence() {
    let list = line(2, &["{{#账单}}", "{{金额}}", "{{/账单}}"]);
    let with = |row: &str, after: &str| workbook(&format!("{list}{row}"), after, &[], "", &[]);
    let around = |kind: &str, text: &str| {
        let link = format!(
            "<Relationships><Relationship Id=\"r1\" Type=\"http://x/relationships/{kind}\" Target=\"../drawings/one.xml\"/></Relationships>"
        );
        workbook(
            &list,
            "",
            &[],
            "",
            &[("xl/worksheets/_rels/sheet1.xml.rels", link.as_str()), ("xl/drawings/one.xml", text)],
        )
    };
    let cases: [(Vec<u8>, &str); 13] = [
        (
            with(&line(3, &["=B2*2"]), ""),
            "的 A3 的公式“B2*2”引用了会重复的第 2 行中的一个单元格，请写成区域（如 SUM(E2:E2)）",
        ),
        (workbook(&line(2, &["{{#账单}}", "=B1+1", "{{/账单}}"]), "", &[], "", &[]), "引用了其他行，请用 $ 固定行号"),
        (
            with("", "<mergeCells><mergeCell ref=\"A2:A3\"/></mergeCells>"),
            "的第 2 行会重复，不能与下面的行合并单元格（A2:A3）",
        ),
        (with("", "<tableParts count=\"1\"/>"), "超级表"),
        (with("", "<headerFooter><oddHeader>&amp;C{{乙方}}</oddHeader></headerFooter>"), "的页眉或页脚中有字段"),
        (around("drawing", "<xdr:a><xdr:to><xdr:row>5</xdr:row></xdr:to></xdr:a>"), "下面的图片或图表不能随着移动"),
        (around("comments", "<c><comment ref=\"A9\"/></c>"), "下面的批注不能随着移动"),
        (around("pivotTable", "<p/>"), "数据透视表"),
        (around("drawing", "<xdr:a><a:t>{{乙</a:t><a:t>方}}</a:t></xdr:a>"), "文本框、批注或图表中有字段"),
        (workbook(&line(2, &["{{#账单}}{{金额}}"]), "", &[], "", &[]), "没有写结束标记"),
        (workbook(&line(2, &["{{/账单}}"]), "", &[], "", &[]), "没有对应的开始标记"),
        (
            workbook(&line(2, &["{{#账单}}", "{{/账单}}", "{{#房间}}", "{{/房间}}"]), "", &[], "", &[]),
            "一行只能按一个列表重复",
        ),
        (
            workbook(&format!("{}{}", line(2, &["{{#账单}}"]), line(3, &["{{/账单}}"])), "", &[], "", &[]),
            "没有写结束标记",
        ),
    ];
    for (bytes, sentence) in cases {
        let error = Template::read(&bytes).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error} without {sentence}");
    }
    // a picture above, and one beside the row, stay
    assert!(Template::read(&around("drawing", "<xdr:a><xdr:to><xdr:row>1</xdr:row></xdr:to></xdr:a>")).is_ok());
    let whole = statement();
    for end in (0..whole.len()).step_by(7) {
        assert!(Template::read(&whole[..end]).is_err(), "cut off anywhere it is refused");
    }
}

#[test]
fn what_is_no_workbook_is_refused_as_a_document_is() {
    let rows = line(1, &["{{乙方}}"]);
    let large = "<row><c><v>1</v></c></row>".repeat(400_000);
    let cases: [(Vec<u8>, &str); 4] = [
        (workbook(&rows, "", &[], "", &[("xl/vbaProject.bin", "x")]), "文件含有宏"),
        (workbook(&large, "", &[], "", &[]), "工作表过大"),
        (workbook("<!DOCTYPE a [<!ENTITY b \"c\">]>", "", &[], "", &[]), ""),
        (workbook(&" ".repeat(30 << 20), "", &[], "", &[]), "解压后过大"),
    ];
    for (bytes, sentence) in cases {
        let error = Template::read(&bytes).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error} without {sentence}");
    }
    assert_eq!(controls(&workbook(&rows, "", &[], "", &[])), Err(OfficeError::NotText));
    let long = filled_error(&rows, &"甲".repeat(32_768));
    assert_eq!(long, OfficeError::LongCell);
    assert_eq!(
        Template::read(&workbook(&rows, "", &[], "", &[])).unwrap().fill(&Fields::new()),
        Err(OfficeError::NoField("乙方".into()))
    );
}

fn filled_error(rows: &str, value: &str) -> OfficeError {
    Template::read(&workbook(rows, "", &[], "", &[])).unwrap().fill(&fields(&[("乙方", text(value))])).unwrap_err()
}

#[test]
fn a_workbook_is_made_again_byte_by_byte_and_its_ready_form_is_one() {
    let values = [("乙方", text("瑞泰")), ("账单", bills(&[100, 250, 3]))];
    assert!(filled(&statement(), &values) == filled(&statement(), &values));
    let ready = plain_workbook("@- 8 20 12\n# {{乙方}}账单\n单位：元\n| 序号 | 金额 | 备注 |\n| {{#账单}}{{序号}} | ¥{{金额}} | {{/账单}} |\n\n签字：").unwrap();
    let made = filled(&ready, &values);
    assert_eq!(told(&made, SHEET)[..3], ["A1 瑞泰账单", "A2 单位：元", "A3 序号"]);
    assert!(part(&made, SHEET).contains("<c r=\"B6\" s=\"5\"><v>0.03</v></c>"), "{}", part(&made, SHEET));
    assert!(part(&made, SHEET).contains("<mergeCell ref=\"A7:C7\"/>"));
}

mod forms {
    use super::*;

    const KNOWN: [&str; 4] = ["乙方名称", "金额", "序号", "备注"];

    fn opened(bytes: &[u8], columns: &[(u32, &str)]) -> Result<Book, OfficeError> {
        let Template::Excel(book) = Template::read(bytes).unwrap() else { panic!("a workbook") };
        let form = book.form(|text| KNOWN.contains(&text)).expect("a form");
        let columns: Vec<(u32, String)> = columns.iter().map(|(at, field)| (*at, (*field).to_owned())).collect();
        book.with_form((&form.sheet, form.row), "账单", &columns)
    }

    fn heads(bytes: &[u8]) -> Option<(u32, Vec<String>)> {
        let Template::Excel(book) = Template::read(bytes).unwrap() else { panic!("a workbook") };
        let form = book.form(|text| KNOWN.contains(&text))?;
        Some((form.row, form.heads.into_iter().map(|(_, text)| text).collect()))
    }

    #[test]
    fn a_head_is_found_by_its_words() {
        let plain = format!(
            "{}{}{}",
            line(1, &["报送表"]),
            line(3, &["序号", "乙方 名称", "", "金额"]),
            line(4, &["1", "", "", ""])
        );
        let two = format!(
            "{}{}{}",
            line(1, &["序号", "乙方", "", "金额"]),
            line(2, &["", "乙方名称", "备注", ""]),
            line(3, &["1", "2", "3", "4"])
        );
        let merged =
            "<mergeCells><mergeCell ref=\"A1:A2\"/><mergeCell ref=\"B1:C1\"/><mergeCell ref=\"D1:D2\"/></mergeCells>";
        let twice = format!("{}{}", line(1, &["甲方", "", "乙方", ""]), line(2, &["金额", "序号", "金额", "金额"]));
        let groups = "<mergeCells><mergeCell ref=\"A1:B1\"/><mergeCell ref=\"C1:D1\"/></mergeCells>";
        let table: [(&str, &str, Option<(u32, Vec<&str>)>); 4] = [
            (&plain, "", Some((3, vec!["序号", "乙方名称", "金额"]))),
            (&two, merged, Some((3, vec!["序号", "乙方名称", "备注", "金额"]))),
            (&twice, groups, Some((2, vec!["甲方/金额", "序号", "乙方/金额（C列）", "乙方/金额（D列）"]))),
            ("", "", None),
        ];
        for (rows, after, wanted) in table {
            let wanted = wanted.map(|(row, heads)| (row, heads.into_iter().map(str::to_owned).collect()));
            assert_eq!(heads(&workbook(rows, after, &[], "", &[])), wanted, "{rows}");
        }
    }

    #[test]
    fn lines_of_a_form_are_used_and_the_last_is_repeated() {
        let rows = [
            line(1, &["序号", "金额", "备注", "两倍"]),
            line(2, &["1", "1§", "", "=B2*2"]),
            line(3, &["2", "1§", "", "=B3*2"]),
            line(4, &["合计", "1§=SUM(B2:B3)", "", ""]),
        ];
        let form = workbook(&rows.concat(), "", &[], "", &[]);
        let book = opened(&form, &[(1, "序号"), (2, "金额"), (4, "金额")]).unwrap();
        let made = |amounts: &[i64]| told(&book.fill(&fields(&[("账单", bills(amounts))])).unwrap(), SHEET);
        let head = ["A1 序号", "B1 金额", "C1 备注", "D1 两倍"];
        let wanted = |rest: &[&'static str]| [&head, rest].concat();
        assert_eq!(
            made(&[100, 250, 3]),
            wanted(&[
                "A2 1",
                "B2 1.00",
                "D2 B2*2",
                "A3 2",
                "B3 2.50",
                "D3 B3*2",
                "A4 3",
                "B4 0.03",
                "D4 B4*2",
                "A5 合计",
                "B5 SUM(B2:B4)"
            ])
        );
        assert_eq!(made(&[100]), wanted(&["A2 1", "B2 1.00", "D2 B2*2", "D3 B3*2", "A4 合计", "B4 SUM(B2:B3)"]));
    }

    #[test]
    fn a_form_that_ends_with_its_head_grows_and_one_without_a_line_is_refused() {
        let book =
            opened(&workbook(&line(1, &["序号", "金额"]), "", &[], "", &[]), &[(1, "序号"), (2, "金额|万元")]).unwrap();
        let made = book.fill(&fields(&[("账单", bills(&[100, 25_000]))])).unwrap();
        assert_eq!(told(&made, SHEET)[2..], ["A2 1", "B2 0.0001", "A3 2", "B3 0.025"]);
        assert!(part(&made, SHEET).contains("<dimension ref=\"A1:D5\"/>"));
        let full =
            workbook(&format!("{}{}", line(1, &["序号", "金额"]), line(2, &["填表人", "领导"])), "", &[], "", &[]);
        let refused = opened(&full, &[(1, "序号")]).unwrap_err().to_string();
        assert_eq!(refused, "工作表“清单”的表头（第 1 行）下面没有空白行，请在表头下留一行空白行");
    }
}
