//! Forms for superiors 报送表 by the words of their heads: which field fills which column, proposed at the upload and put right by
//! people.
//!
//! Invariant: columns are known by their words alone. What was decided for a word counts for the next version of the form, wherever
//! its column stands there.

use gx_kernel::likeness::nearest;
use gx_office::{Book, Field, Format, Template};

use super::kind::PaperKind;
use super::record::{FormColumn, PaperForm};
use crate::error::{AppError, Result};
use crate::kernel::text::narrow;

/// What superiors call things, and what the portal calls them.
const OTHER_WORDS: [(&str, &str); 34] = [
    ("承租人", "乙方名称"),
    ("承租方", "乙方名称"),
    ("承租单位", "乙方名称"),
    ("承租人名称", "乙方名称"),
    ("承租方名称", "乙方名称"),
    ("租户", "乙方名称"),
    ("租户名称", "乙方名称"),
    ("出租人", "甲方名称"),
    ("出租方", "甲方名称"),
    ("出租单位", "甲方名称"),
    ("出租方名称", "甲方名称"),
    ("产权单位", "甲方名称"),
    ("单位名称", "甲方名称"),
    ("统一社会信用代码", "乙方证件号"),
    ("承租人统一社会信用代码", "乙方证件号"),
    ("证件号码", "乙方证件号"),
    ("联系人", "乙方联系人"),
    ("联系电话", "乙方电话"),
    ("合同号", "合同编号"),
    ("房屋坐落", "房屋"),
    ("出租房屋", "房屋"),
    ("租赁标的", "房屋"),
    ("出租面积", "计租面积"),
    ("租赁面积", "计租面积"),
    ("面积", "计租面积"),
    ("租赁起始日", "起租日"),
    ("起始日期", "起租日"),
    ("合同起始日期", "起租日"),
    ("终止日期", "到期日"),
    ("合同终止日期", "到期日"),
    ("租赁到期日", "到期日"),
    ("月租金额", "月租金"),
    ("欠租金额", "欠缴金额"),
    ("出租方式", "招租方式"),
];

/// Opens a template; the form of one that says no rows itself is found by its head, and its columns are laid into it.
///
/// # Errors
/// A head without a blank line below it.
pub fn opened(template: Template, kind: PaperKind, known: &[FormColumn]) -> Result<(Template, Option<PaperForm>)> {
    let (Template::Excel(book), Some(list)) = (&template, kind.list()) else { return Ok((template, None)) };
    if template.places().iter().any(|place| place.is_section && place.name == list) {
        return Ok((template, None));
    }
    let fields = row_fields(kind);
    let proposed = |head: &str| proposal(head, known, &fields);
    let Some(found) = book.form(|head| proposed(head).is_some_and(|(_, guessed)| !guessed)) else {
        return Ok((template, None));
    };
    let column = |(place, head): (u32, String)| {
        let (field, guessed) = proposed(&head).unwrap_or_default();
        FormColumn { place, head, field, guessed }
    };
    let mut form =
        PaperForm { sheet: found.sheet, row: found.row, columns: found.heads.into_iter().map(column).collect() };
    only_once(&mut form.columns);
    let book = laid(book.clone(), &form, list)?;
    Ok((Template::Excel(book), Some(form)))
}

/// A workbook with the columns of its form laid into it.
///
/// # Errors
/// As [`opened`].
pub fn laid(book: Book, form: &PaperForm, list: &str) -> Result<Book> {
    let filled = form.columns.iter().filter(|column| !column.field.is_empty());
    let columns: Vec<(u32, String)> = filled.map(|column| (column.place, column.field.clone())).collect();
    let refused = |error: gx_office::OfficeError| AppError::refused(error.to_string()).at("file");
    book.with_form((&form.sheet, form.row), list, &columns).map_err(refused)
}

fn row_fields(kind: PaperKind) -> Vec<Field> {
    let fields = kind.subject().fields();
    let list = kind.list().and_then(|list| fields.iter().find(|field| field.name == list));
    list.map(|list| list.rows.to_vec()).unwrap_or_default()
}

/// The field of a head, and whether it is a guess: what was decided before, its own name, another word for it, the nearest.
fn proposal(head: &str, known: &[FormColumn], fields: &[Field]) -> Option<(String, bool)> {
    let own = plain(head);
    if let Some(before) = known.iter().find(|column| plain(&column.head) == own && !column.guessed) {
        return Some((before.field.clone(), false));
    }
    let last = head.rsplit('/').next().map(plain).unwrap_or_default();
    let named = |word: &str| {
        let other = OTHER_WORDS.iter().find(|(other, _)| plain(other) == word).map(|(_, name)| *name);
        let name = other.unwrap_or(word);
        fields.iter().find(|field| plain(field.name) == plain(name)).map(|field| field.name.to_owned())
    };
    if let Some(name) = named(&own).or_else(|| named(&last)) {
        return Some((name, false));
    }
    let names = fields.iter().map(|field| field.name);
    nearest(&own, names, plain).map(|name| (name.to_owned(), true))
}

/// What counts of a head: without units and remarks in brackets, stars and numbers of order.
fn plain(head: &str) -> String {
    let (mut depth, mut out) = (0_usize, String::new());
    for sign in head.chars().map(narrow) {
        match sign {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '*' | '/' | ':' | '、' | '.' => {}
            sign if depth == 0 && !sign.is_whitespace() => out.push(sign),
            _ => {}
        }
    }
    out.trim_start_matches(|sign: char| sign.is_ascii_digit()).to_owned()
}

/// A guess gives way to another column that has its field for sure, and to a guess before it.
fn only_once(columns: &mut [FormColumn]) {
    let sure: Vec<String> =
        columns.iter().filter(|column| !column.guessed).map(|column| column.field.clone()).collect();
    let mut guessed: Vec<String> = Vec::new();
    for column in columns.iter_mut().filter(|column| column.guessed) {
        if sure.contains(&column.field) || guessed.contains(&column.field) {
            column.field.clear();
        } else {
            guessed.push(column.field.clone());
        }
    }
}

/// Whether a form of a kind may be filled with a field as it is written.
pub fn is_field(kind: PaperKind, written: &str) -> bool {
    let (name, format) = written.split_once('|').map_or((written, None), |(name, format)| (name, Some(format)));
    let field = row_fields(kind).into_iter().find(|field| field.name == name);
    let format = Format::named(format);
    field.zip(format).is_some_and(|(field, format)| field.kind.takes(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_find_their_fields() {
        let fields = row_fields(PaperKind::LeaseReport);
        let column = |head: &str, field: &str, guessed| FormColumn {
            place: 1,
            head: head.to_owned(),
            field: field.to_owned(),
            guessed,
        };
        let known = [column("面积*", "计租面积", false), column("租赁用途", "房号", true), column("坐落", "", false)];
        let table = [
            ("乙方名称", Some(("乙方名称", false))),
            ("月租金（元）", Some(("月租金", false))),
            ("＊承租人", Some(("乙方名称", false))),
            ("3.承租方/名称", Some(("乙方名称", false))),
            ("甲方/联系人", Some(("甲方联系人", false))),
            ("合同信息/起租日", Some(("起租日", false))),
            ("面积", Some(("计租面积", false))),
            ("租赁用途", Some(("用途", true))),
            ("坐落", Some(("", false))),
            ("天气", None),
        ];
        for (head, wanted) in table {
            let found = proposal(head, &known, &fields);
            let found = found.as_ref().map(|(field, guessed)| (field.as_str(), *guessed));
            assert_eq!(found, wanted, "{head}");
        }
        let mut twice = [column("a", "押金", true), column("b", "押金", false), column("c", "用途", true)];
        only_once(&mut twice);
        assert_eq!(twice.map(|column| column.field), ["", "押金", "用途"]);
    }

    #[test]
    fn other_words_are_of_fields_that_there_are() {
        let fields = row_fields(PaperKind::LeaseReport);
        for (word, name) in OTHER_WORDS {
            assert!(fields.iter().any(|field| field.name == name), "{word}: {name}");
        }
        assert!(is_field(PaperKind::BillReport, "应缴金额|万元") && !is_field(PaperKind::BillReport, "房号"));
        assert!(!is_field(PaperKind::LeaseReport, "用途|大写"));
    }
}
