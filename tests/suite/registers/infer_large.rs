//! Workbook 7: 20,000 rows of 50 columns (a fifth of them in a debug build), made by `support/wide.rs`.

use gx_portal::features::registers::infer::{Kind, Nobody, Options, Out, guess, rows};
use gx_portal::sheet::{SURVEY, Survey};

use crate::wide::workbook;

const ROWS: u32 = if cfg!(quick) { 4_000 } else { 20_000 };
const KINDS: [Kind; 10] = [
    Kind::Code,
    Kind::Text,
    Kind::Money,
    Kind::Day,
    Kind::Whole,
    Kind::Percent,
    Kind::Choice,
    Kind::Choice,
    Kind::Text,
    Kind::Text,
];

#[test]
fn a_million_cells_are_understood() {
    let place = tempfile::tempdir().expect("a place");
    let path = place.path().join("assets.xlsx");
    workbook(&path, ROWS);
    let from = std::time::Instant::now();
    let mut survey = Survey::open(&path, SURVEY).expect("opens");
    let facts = survey.facts(1).expect("facts");
    let guess = guess(&facts, &Options::default(), &Nobody, |each| survey.lines(1, each)).expect("lines");
    println!("guess of {ROWS} x 50: {:?}", from.elapsed());
    assert_eq!((guess.rows, guess.header, guess.key.as_slice()), (ROWS, Some((1, 1)), &[0][..]));
    for (column, told) in guess.columns.iter().enumerate() {
        assert_eq!((told.kind, told.misfit_count), (KINDS[column % 10], 0), "{told:?}");
    }
    assert!(guess.columns[7].warnings.iter().any(|told| told.contains("整列都是")), "{:?}", guess.columns[7]);
    assert!(guess.columns[9].warnings.iter().any(|told| told.contains("前面的 0")), "{:?}", guess.columns[9]);
    assert!(guess.columns[5].warnings.iter().any(|told| told.contains("四舍五入到 4 位")), "{:?}", guess.columns[5]);
    let mut cells = 0;
    rows(&guess, &facts, &Nobody, |each| survey.lines(1, each), &mut |out| {
        if let Out::Row(row) = out {
            cells += row.cells.len();
        }
    })
    .expect("lines");
    assert_eq!(cells, ROWS as usize * 50);
}
