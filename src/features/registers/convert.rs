//! Conversion of a field to another kind: the new field reads the old one's cell until a work has written it.
//!
//! Pure, so that lists, forms, exports and the work itself come to the same. Invariant: what does not convert keeps its
//! text as 原值; going back reads the old cell, which was never touched.

use std::borrow::Cow;

use super::cell::{Cell, DayCell, KeptText};
use super::definition::{Definition, Field};
use super::infer::{CellOutcome, FieldType, Known, Nobody, power_of};
use super::kind::{FieldKind, Nature};
use super::record::RegRow;
use super::value::{self, Given, from_reading, typed};

/// What a cell becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Converted {
    Cell(Cell),
    /// No value of the new kind; its text stays.
    Kept(String),
    /// Names are needed that are not at hand: the work that writes the rows has them.
    Later,
}

/// Who knows names: of what links point to, and of entries of dictionaries.
pub struct Office<'o> {
    /// Finds people, departments and things by text.
    pub known: &'o dyn Known,
    /// What a link points to is called.
    pub name: &'o dyn Fn(u8, u64) -> String,
    /// What a value of a dictionary is called.
    pub label: &'o dyn Fn(u64, &str) -> String,
    /// The value behind a label.
    pub value: &'o dyn Fn(u64, &str) -> Option<String>,
}

/// The field whose value a row holds for this one, while nobody has written this one's own.
fn source<'d>(definition: &'d Definition, row: &RegRow, field: &Field) -> Option<&'d Field> {
    let from = field.from.filter(|from| (from.after..from.until).contains(&row.shape))?;
    let has_own = row.cells.get(field.no).is_some() || row.kept.get(field.no).is_some();
    if from.after == 0 && has_own { None } else { definition.field(from.field) }
}

/// What a row has for a field: a value, or the original text of what fits nothing.
pub fn read<'r>(
    definition: &Definition,
    row: &'r RegRow,
    field: &Field,
    office: Option<&Office<'_>>,
) -> (Option<Cow<'r, Cell>>, Option<Cow<'r, KeptText>>) {
    let own = || (row.cells.get(field.no).map(Cow::Borrowed), row.kept.get(field.no).map(Cow::Borrowed));
    let Some(old) = source(definition, row, field) else { return own() };
    if let Some(kept) = row.kept.get(old.no) {
        // what fits no number is a text all the same
        let is_text = matches!(field.kind, FieldKind::Text | FieldKind::Long | FieldKind::Code);
        return match kept {
            KeptText::Plain(text) if is_text => match over_text(field, text, &Nobody) {
                Converted::Cell(cell) => (Some(Cow::Owned(cell)), None),
                Converted::Kept(_) | Converted::Later => (None, Some(Cow::Borrowed(kept))),
            },
            _ => (None, Some(Cow::Borrowed(kept))),
        };
    }
    let Some(cell) = row.cells.get(old.no) else { return (None, None) };
    match convert(old, cell, field, office) {
        Converted::Cell(cell) => (Some(Cow::Owned(cell)), None),
        Converted::Kept(text) => (None, Some(Cow::Owned(KeptText::Plain(text)))),
        Converted::Later => (None, None),
    }
}

/// The value of a field in a row, converted where nobody has written it yet.
pub fn cell<'r>(definition: &Definition, row: &'r RegRow, field: &Field) -> Option<Cow<'r, Cell>> {
    read(definition, row, field, None).0
}

/// The original text of a field in a row, written or not.
pub fn misfit<'r>(definition: &Definition, row: &'r RegRow, field: &Field) -> Option<Cow<'r, KeptText>> {
    read(definition, row, field, None).1
}

/// Fields whose values only the work can write, because it has the names: nobody writes rows beside it.
pub fn waits_for_names(definition: &Definition, field: &Field) -> bool {
    let old = field.from.and_then(|from| definition.field(from.field));
    old.is_some_and(|old| needs_names(old, field))
}

/// Whether a conversion needs somebody who knows names.
fn needs_names(old: &Field, field: &Field) -> bool {
    let named = |one: &Field| one.kind.nature() == Nature::Links || one.kind.has_dictionary();
    named(old) || named(field)
}

/// A cell as one of another field. Every kind converts over text.
pub fn convert(old: &Field, cell: &Cell, field: &Field, office: Option<&Office<'_>>) -> Converted {
    let is_same = old.kind == field.kind && old.dictionary == field.dictionary && old.link == field.link;
    if is_same && old.decimals() == field.decimals() {
        return Converted::Cell(cell.clone());
    }
    match (cell, field.kind) {
        (Cell::Day(DayCell(day)), FieldKind::Year) => return Converted::Cell(Cell::Whole(i64::from(day.year()))),
        (Cell::Day(DayCell(day)), FieldKind::Month) => {
            return Converted::Cell(Cell::Day(DayCell(day.first_of_month())));
        }
        (Cell::Text(text), FieldKind::Choices) if old.dictionary == field.dictionary => {
            return Converted::Cell(Cell::Many(vec![text.clone()]));
        }
        (Cell::Links(kind, all), _)
            if *kind == value::link_no(field) && (all.len() == 1 || field.kind.is_several()) =>
        {
            return Converted::Cell(cell.clone());
        }
        _ => {}
    }
    match office {
        None if needs_names(old, field) => Converted::Later,
        None => over_text(field, &plain(old, cell), &Nobody),
        Some(office) => {
            let text = named(old, cell, office);
            match field.kind {
                FieldKind::Choice => match (office.value)(field.dictionary, &text) {
                    Some(value) => Converted::Cell(Cell::Text(value)),
                    None => Converted::Kept(text),
                },
                FieldKind::Choices => several(field, &text, office),
                _ => over_text(field, &text, office.known),
            }
        }
    }
}

fn several(field: &Field, text: &str, office: &Office<'_>) -> Converted {
    let parts = text.split(['、', ',', '，', ';', '；', '/']).map(str::trim).filter(|part| !part.is_empty());
    let values: Option<Vec<String>> = parts.map(|part| (office.value)(field.dictionary, part)).collect();
    match values.filter(|values| !values.is_empty()) {
        Some(values) => Converted::Cell(Cell::Many(values)),
        None => Converted::Kept(text.to_owned()),
    }
}

/// A text as a cell of a field.
pub fn over_text(field: &Field, text: &str, known: &dyn Known) -> Converted {
    let kept = || Converted::Kept(text.to_owned());
    let Some(kind) = field.kind.reader() else { return kept() };
    let asked = FieldType {
        places: field.places,
        power: power(field),
        link: known.links().iter().position(|link| link.name == field.link),
        ..FieldType::of(kind)
    };
    let Some(CellOutcome::Value(read)) = asked.read(&typed(text), known, None) else { return kept() };
    match from_reading(field, read) {
        Some(given) if value::checked(field, &given).is_err() => kept(),
        Some(Given::Cell(cell)) => Converted::Cell(cell),
        _ => kept(),
    }
}

/// The power of ten in which a field's amounts are written.
fn power(field: &Field) -> u8 {
    if field.kind == FieldKind::Money { power_of(&field.unit).unwrap_or(0) } else { 0 }
}

fn named(field: &Field, cell: &Cell, office: &Office<'_>) -> String {
    match cell {
        Cell::Links(kind, all) => all.iter().map(|target| (office.name)(*kind, *target)).collect::<Vec<_>>().join("、"),
        Cell::Text(value) if field.kind.has_dictionary() => (office.label)(field.dictionary, value),
        Cell::Many(all) => {
            all.iter().map(|value| (office.label)(field.dictionary, value)).collect::<Vec<_>>().join("、")
        }
        cell => plain(field, cell),
    }
}

/// The text that a cell without names goes through on its way to another kind: exact, without thousands' commas.
fn plain(field: &Field, cell: &Cell) -> String {
    match cell {
        Cell::Whole(number) if field.kind == FieldKind::Percent => format!("{}%", value::units_text(*number, 4)),
        Cell::Whole(number) if field.kind == FieldKind::Money => value::units_text(*number, power(field) + 2),
        Cell::Whole(number) => value::units_text(*number, field.decimals()),
        Cell::Text(text) => text.clone(),
        Cell::Day(DayCell(day)) if field.kind == FieldKind::Month => day.strftime("%Y-%m").to_string(),
        Cell::Day(DayCell(day)) => day.to_string(),
        Cell::Moment(stamp) => stamp.to_text(),
        Cell::Flag(flag) => if *flag { "是" } else { "否" }.to_owned(),
        Cell::Many(all) => all.join("、"),
        Cell::Links(_, all) => all.iter().map(u64::to_string).collect::<Vec<_>>().join("、"),
        Cell::Sealed(sealed) => sealed.shown.clone(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn conversions_there_and_back_lose_nothing() {
        let field = |kind| Field { places: 2, ..Field::of("x", "栏", kind) };
        let day = Cell::Day(DayCell(date(2024, 3, 5)));
        for (from, cell, to, expected) in [
            (FieldKind::Text, Cell::Text("2024.3.5".into()), FieldKind::Day, Converted::Cell(day.clone())),
            (FieldKind::Text, Cell::Text("3月上旬".into()), FieldKind::Day, Converted::Kept("3月上旬".into())),
            (FieldKind::Day, day.clone(), FieldKind::Text, Converted::Cell(Cell::Text("2024-03-05".into()))),
            (FieldKind::Day, day.clone(), FieldKind::Year, Converted::Cell(Cell::Whole(2024))),
            (FieldKind::Text, Cell::Text("1,234.56".into()), FieldKind::Money, Converted::Cell(Cell::Whole(123_456))),
            (FieldKind::Money, Cell::Whole(123_456), FieldKind::Decimal, Converted::Cell(Cell::Whole(123_456))),
            (FieldKind::Money, Cell::Whole(123_456), FieldKind::Whole, Converted::Kept("1234.56".into())),
            (FieldKind::Whole, Cell::Whole(12), FieldKind::Money, Converted::Cell(Cell::Whole(1_200))),
            (FieldKind::Percent, Cell::Whole(155_000), FieldKind::Text, Converted::Cell(Cell::Text("15.5000%".into()))),
            (FieldKind::Text, Cell::Text("15.5000%".into()), FieldKind::Percent, Converted::Cell(Cell::Whole(155_000))),
            (FieldKind::Flag, Cell::Flag(true), FieldKind::Text, Converted::Cell(Cell::Text("是".into()))),
            (FieldKind::Text, Cell::Text("张三".into()), FieldKind::Person, Converted::Later),
        ] {
            assert_eq!(convert(&field(from), &cell, &field(to), None), expected, "{from:?} {cell:?} {to:?}");
        }
    }

    #[test]
    fn amounts_convert_in_the_unit_of_their_field() {
        for (unit, text, fen) in
            [("千元", "1.50000", 150_000), ("万元", "1.500000", 1_500_000), ("亿元", "1.5000000000", 15_000_000_000)]
        {
            let money = Field { unit: unit.to_owned(), ..Field::of("x", "栏", FieldKind::Money) };
            let other = Field::of("x", "栏", FieldKind::Text);
            assert_eq!(convert(&money, &Cell::Whole(fen), &other, None), Converted::Cell(Cell::Text(text.into())));
            assert_eq!(convert(&other, &Cell::Text("1.5".into()), &money, None), Converted::Cell(Cell::Whole(fen)));
        }
        let decimal = Field { unit: "万元".to_owned(), places: 2, ..Field::of("x", "栏", FieldKind::Decimal) };
        let text = convert(&decimal, &Cell::Whole(1_250), &Field::of("x", "栏", FieldKind::Text), None);
        assert_eq!(text, Converted::Cell(Cell::Text("12.50".into())));
    }

    #[test]
    fn a_sealed_text_never_becomes_an_open_one() {
        let sealed = Cell::Sealed(Box::new(super::super::cell::SealedCell {
            shown: "138****0001".into(),
            ..Default::default()
        }));
        let text = Field::of("x", "栏", FieldKind::Text);
        let converted = convert(&Field::of("p", "电话", FieldKind::Phone), &sealed, &text, None);
        assert_eq!(converted, Converted::Cell(Cell::Text("138****0001".into())), "only what everybody sees already");
    }
}
