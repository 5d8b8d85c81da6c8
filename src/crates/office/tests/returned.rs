//! Texts that come back.

use super::*;
use crate::template::expected;

#[test]
fn what_a_returned_text_says_is_read_field_by_field() {
    let body = [p("乙方：{{乙方}}，租金{{租金}}（{{租金|大写}}）"), p("{{#账单}}{{金额}}；{{/账单}}")].concat();
    let values =
        fields(&[("乙方", text("瑞泰 & 子")), ("租金", Value::Money(1_555_000)), ("账单", bills(&[100, 200]))]);
    let made = Template::read(&document(&body, &[])).unwrap().fill(&values).unwrap();
    let read = |bytes: &[u8]| -> Vec<(String, String)> {
        controls(bytes).unwrap().into_iter().map(|control| (control.tag, control.text)).collect()
    };
    let found = read(&made);
    let pair = |tag: &str, text: &str| (tag.to_owned(), text.to_owned());
    let wanted = [
        pair("乙方", "瑞泰 & 子"),
        pair("租金", "15,550.00"),
        pair("租金|大写", "壹万伍仟伍佰伍拾元整"),
        pair("账单[1].金额", "1.00"),
        pair("账单[2].金额", "2.00"),
    ];
    assert_eq!(found, wanted);
    for (tag, text) in &found {
        assert_eq!(expected(tag, &values).as_ref(), Some(text));
    }
    assert_eq!(expected("账单[3].金额", &values), None);
    assert_eq!(expected("别的", &values), None);

    // negotiated in the text, once over it and once as a tracked change
    let xml = part(&made, "word/document.xml");
    let typed = xml.replace(">15,550.00<", ">15,000.00<");
    let tracked = xml.replace(
        "<w:r><w:t xml:space=\"preserve\">15,550.00</w:t></w:r>",
        "<w:del><w:r><w:delText>15,550.00</w:delText></w:r></w:del><w:ins><w:r><w:t>15,000.00</w:t></w:r></w:ins>",
    );
    for changed in [typed, tracked] {
        let returned =
            packed(&[("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS), ("word/document.xml", &changed)]);
        assert_eq!(read(&returned)[1], pair("租金", "15,000.00"));
        assert_eq!(read(&returned).len(), 5);
    }
}
