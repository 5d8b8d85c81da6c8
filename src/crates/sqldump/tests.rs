use std::io::Write as _;
use std::path::PathBuf;

use super::*;

#[derive(Default)]
struct All {
    rows: Vec<(String, Vec<Value>)>,
    columns: Vec<(String, Vec<String>)>,
    unwanted: Vec<&'static str>,
}

impl Sink for All {
    fn wants(&mut self, table: &str) -> bool {
        !self.unwanted.contains(&table)
    }

    fn made(&mut self, table: &str, columns: &[String]) -> std::result::Result<(), String> {
        self.columns.push((table.to_owned(), columns.to_vec()));
        Ok(())
    }

    fn row(&mut self, row: Row<'_>) -> std::result::Result<(), String> {
        self.rows.push((row.table.to_owned(), row.values.to_vec()));
        Ok(())
    }
}

struct Dump {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn dump(bytes: &[u8]) -> Dump {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("dump.sql");
    std::fs::write(&path, bytes).expect("written");
    Dump { _folder: folder, path }
}

fn rows_of(bytes: &[u8]) -> Result<Vec<(String, Vec<Value>)>> {
    let mut all = All::default();
    read(&dump(bytes).path, &mut all).map(|_| all.rows)
}

fn values(row: &str) -> Vec<Value> {
    let sql = format!("CREATE TABLE t (a int, b int, c int);INSERT INTO t (a) VALUES ({row});");
    let sql = if row.is_empty() { String::from("INSERT INTO t () VALUES ();") } else { sql };
    let columns: Vec<String> = (0..20).map(|place| format!("c{place}")).collect();
    for count in 1..20 {
        let listed = columns[..count].join(",");
        if let Ok(rows) = rows_of(sql.replace("(a) VALUES", &format!("({listed}) VALUES")).as_bytes()) {
            return rows.into_iter().next().expect("a row").1;
        }
    }
    panic!("{row}: {:?}", rows_of(sql.as_bytes()))
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn number(text: &str) -> Value {
    Value::Number(text.to_owned())
}

#[test]
fn values_mean_what_the_database_would_take_them_for() {
    for (written, meant) in [
        ("NULL", Value::Null),
        ("null", Value::Null),
        ("-12.50", number("-12.50")),
        ("1e-5", number("1e-5")),
        ("1899999999999999999", number("1899999999999999999")),
        ("'云川市'", text("云川市")),
        (r"'a\'b''c\\d\n\t\0\Z\%\q'", text("a'b'c\\d\n\t\0\u{1a}\\%q")),
        (r#""say ""yes"" it's""#, text(r#"say "yes" it's"#)),
        ("'a' 'b'", text("ab")),
        ("_utf8mb4'字'", text("字")),
        ("_utf8mb4 0xE5AD97", Value::Bytes("字".into())),
        ("N'字'", text("字")),
        ("_binary '\\0a'", Value::Bytes(vec![0, b'a'])),
        ("0x414", Value::Bytes(vec![4, 0x14])),
        ("X'4142'", Value::Bytes(vec![0x41, 0x42])),
        ("x''", Value::Bytes(vec![])),
        ("b'101'", number("5")),
        ("0b11", number("3")),
        ("sysdate()", Value::Now),
        ("NOW(6)", Value::Now),
        ("CURRENT_TIMESTAMP", Value::Now),
        ("true", number("1")),
        ("DEFAULT", Value::Default),
        ("/* a , */ 1 -- b\n", number("1")),
        ("1 # c, d\n", number("1")),
        ("'a;b),(''c'", text("a;b),('c")),
    ] {
        assert_eq!(values(written), [meant], "{written}");
    }
    assert_eq!(values("1,'a',NULL"), [number("1"), text("a"), Value::Null]);
    assert_eq!(values("1,0x41,b'1'").len(), 3);
}

#[test]
fn columns_come_from_the_table_or_from_the_statement() {
    let sql = "CREATE TABLE IF NOT EXISTS `db`.`T` (`id` bigint(20) NOT NULL COMMENT 'a, (b)', Name varchar(3) DEFAULT ',', \
               kind enum('a)','b') , PRIMARY KEY (`id`), KEY k (Name(2)), CONSTRAINT c CHECK (id > 0)) ENGINE=InnoDB;\n\
               insert into T values (1,'x','a)'),(2,'y','b');\nREPLACE INTO `t` (`kind`, id) VALUES ('b', 3) ON DUPLICATE KEY UPDATE id = 4;";
    let mut all = All::default();
    let summary = read(&dump(sql.as_bytes()).path, &mut all).expect("read");
    assert_eq!(all.columns, [("t".to_owned(), vec!["id".into(), "name".into(), "kind".into()])]);
    assert_eq!(all.rows.len(), 3);
    assert_eq!(all.rows[2].1, [text("b"), number("3")]);
    assert_eq!(summary.tables, BTreeMap::from([("t".to_owned(), 3)]));
    let nameless = rows_of(b"INSERT INTO t VALUES (1);").expect_err("no columns");
    assert_eq!(nameless, Fault::NoColumns("t".into()));
    let more = rows_of(b"CREATE TABLE t (a int);INSERT INTO t VALUES (1,2);").expect_err("too many");
    assert!(matches!(more, Fault::Syntax { .. }), "{more}");
    let fewer = rows_of(b"CREATE TABLE t (a int, b int);INSERT INTO t VALUES (1);").expect_err("too few");
    assert!(fewer.to_string().contains("2 列"), "{fewer}");
}

#[test]
fn version_comments_are_read_and_routines_are_not() {
    let sql = "/*M!999999\\- enable the sandbox mode */ \n/*!40101 SET NAMES utf8mb4 */;\n\
               /*!50001 CREATE TABLE t (a int) */;\n/*!40000 ALTER TABLE `t` DISABLE KEYS */;\n\
               DELIMITER ;;\n/*!50003 CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN INSERT INTO t VALUES ('open ; END */;;\n\
               DELIMITER ;\nINSERT INTO t VALUES /*!50000 (1) */, /*M!100100 (2) */ (3);\n";
    assert!(rows_of(sql.as_bytes()).is_err(), "a comma is missing between two rows");
    let sql = sql.replace("(2) */", "(2), */");
    assert_eq!(rows_of(sql.as_bytes()).expect("read").len(), 3);
}

#[test]
fn backslashes_are_plain_where_the_dump_says_so() {
    let sql =
        b"CREATE TABLE t (a text);SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO,NO_BACKSLASH_ESCAPES';\
        INSERT INTO t VALUES ('C:\\'),('a\\n''b');SET SQL_MODE=@OLD_SQL_MODE;INSERT INTO t VALUES ('\\'');";
    let rows = rows_of(sql).expect("read");
    let found: Vec<_> = rows.into_iter().flat_map(|(_, values)| values).collect();
    assert_eq!(found, [text("C:\\"), text("a\\n'b"), text("'")]);
}

#[test]
fn what_was_cut_off_is_refused_at_its_row() {
    let whole = "-- MySQL dump 10.13  Distrib 8.0.36\nCREATE TABLE t (a int, b text);\nINSERT INTO t VALUES (1,'x'),(2,'y');\n\
                 INSERT INTO u (a) VALUES (1);\n-- Dump completed on 2026-03-01\n";
    assert_eq!(rows_of(whole.as_bytes()).expect("whole").len(), 3);
    let place = |needle: &str| whole.find(needle).expect("there");
    for (end, table, row) in [
        (place(",'y'"), Some("t"), 2),
        (place("y'"), Some("t"), 2),
        (place(",(2"), Some("t"), 2),
        (place("VALUES (1,") + 8, Some("t"), 1),
        (place("(1);\n--"), Some("u"), 1),
        (place("-- Dump"), None, 1),
        (place(" b text"), None, 1),
    ] {
        let fault = rows_of(&whole.as_bytes()[..end]).expect_err("cut");
        assert_eq!(fault, Fault::Cut { table: table.map(str::to_owned), row }, "cut at {end}");
    }
    assert_eq!(rows_of(b"").expect_err("empty"), Fault::Empty);
    let folder = read(&std::env::temp_dir(), &mut All::default()).expect_err("a folder");
    assert!(matches!(folder, Fault::Unreadable(_)), "{folder}");
    let navicat = "/*\n Navicat Premium Dump SQL\n*/\nSET FOREIGN_KEY_CHECKS = 0;\nCREATE TABLE t (a int);\nBEGIN;\nINSERT INTO t VALUES (1);\nCOMMIT;\n";
    assert!(matches!(rows_of(navicat.as_bytes()), Err(Fault::Cut { .. })), "Navicat ends with a setting");
    assert!(rows_of(format!("{navicat}SET FOREIGN_KEY_CHECKS = 1;\n").as_bytes()).is_ok());
    let php = "-- phpMyAdmin SQL Dump\nSTART TRANSACTION;\nCREATE TABLE t (a int);\nINSERT INTO `t` (`a`) VALUES\n(1),\n(2);\n";
    assert!(matches!(rows_of(php.as_bytes()), Err(Fault::Cut { .. })), "the transaction is open");
    assert_eq!(rows_of(format!("{php}COMMIT;").as_bytes()).expect("whole").len(), 2);
}

#[test]
fn characters_are_told_and_never_guessed_wrong() {
    let sql = "CREATE TABLE t (a text);\r\nINSERT INTO t VALUES ('许\u{5f20}誠'),('\u{8a89}');\r\n";
    let expected = rows_of(sql.as_bytes()).expect("UTF-8");
    let (gb, _, lossy) = encoding_rs::GB18030.encode(sql);
    assert!(!lossy);
    assert!(
        gb.windows(2).any(|pair| pair[0] >= 0x81 && pair[1] == b'\\'),
        "one of the characters ends with a backslash"
    );
    assert_eq!(rows_of(&gb).expect("GB18030 by its bytes"), expected);
    let told = [b"/*!40101 SET NAMES gbk */;".as_slice(), &gb].concat();
    assert_eq!(rows_of(&told).expect("GBK by what it says"), expected);
    let marked = [b"\xef\xbb\xbf/*!40101 SET NAMES gbk */;", sql.as_bytes()].concat();
    assert_eq!(rows_of(&marked).expect("UTF-8 by its mark"), expected);
    for little in [true, false] {
        let units = std::iter::once(0xfeff).chain(sql.encode_utf16());
        let bytes: Vec<u8> =
            units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect();
        assert_eq!(rows_of(&bytes).expect("UTF-16"), expected);
        let odd = rows_of(&bytes[..bytes.len() - 1]).expect_err("half a character");
        assert!(matches!(odd, Fault::Lossy { charset: "UTF-16", line: 2, .. }), "{odd}");
    }
    let latin = rows_of(b"SET NAMES latin1;INSERT INTO t (a) VALUES ('\xe9');").expect_err("Latin");
    assert_eq!(latin, Fault::Charset("latin1".into()));
    let broken = b"SET NAMES utf8mb4;\nINSERT INTO t (a) VALUES ('a\nb\xffc');\n";
    let fault = rows_of(broken).expect_err("no UTF-8");
    assert_eq!(fault, Fault::Lossy { charset: "UTF-8", line: 3, byte: 2 });
    let same = rows_of(b"SET NAMES utf8mb4;\nINSERT INTO t (a) VALUES ('ab\xff');\n").expect_err("no UTF-8");
    assert_eq!(same, Fault::Lossy { charset: "UTF-8", line: 2, byte: 30 });
}

#[test]
fn bytes_are_no_text() {
    let sql = b"SET NAMES utf8mb4;CREATE TABLE t (a longblob, b text, c varbinary(9));\
        INSERT INTO t VALUES (_binary '\xac\xed\\0\x05','x','\xff');INSERT INTO t (b, a) VALUES ('y', '\xfe');";
    let rows = rows_of(sql).expect("read");
    assert_eq!(rows[0].1, [Value::Bytes(vec![0xac, 0xed, 0, 5]), text("x"), Value::Bytes(vec![0xff])]);
    assert_eq!(rows[1].1, [text("y"), Value::Bytes(vec![0xfe])]);
}

#[test]
fn packed_dumps_are_unpacked_and_must_be_whole() {
    let sql = "CREATE TABLE t (a int);INSERT INTO t VALUES (1),(2),(3);".repeat(2000);
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(sql.as_bytes()).expect("packed");
    let packed = packer.finish().expect("packed");
    assert_eq!(rows_of(&packed).expect("read").len(), 6000);
    let cut = rows_of(&packed[..packed.len() / 2]).expect_err("cut");
    assert!(matches!(cut, Fault::CutPacked | Fault::Cut { .. }), "{cut}");
}

#[test]
fn unwanted_rows_are_counted_whatever_they_hold() {
    let sql = b"SET NAMES utf8mb4;INSERT INTO x VALUES (1,f(g('a)'),2),@v,'\xff'),(2);INSERT INTO t (a) VALUES (1);INSERT INTO x SELECT 1;";
    let mut all = All { unwanted: vec!["x"], ..All::default() };
    let summary = read(&dump(sql).path, &mut all).expect("read");
    assert_eq!((all.rows.len(), summary.tables["x"]), (1, 2));
    let wanted = rows_of(b"INSERT INTO t (a) VALUES (uuid());").expect_err("a function");
    assert!(wanted.to_string().contains("UUID"), "{wanted}");
    assert!(rows_of(b"INSERT INTO t (a) SELECT 1;").is_err());
}

#[test]
fn a_value_without_measure_is_not_kept() {
    let long = "x".repeat(VALUE_LIMIT + 1);
    let rows = rows_of(format!("INSERT INTO t (a, b) VALUES ('{long}', 'y');").as_bytes()).expect("read");
    assert_eq!(rows[0].1, [Value::Long, text("y")]);
    let many = format!("'{}'", "z".repeat(VALUE_LIMIT - 1));
    let rows =
        rows_of(format!("INSERT INTO t (a, b, c, d, e, f) VALUES ({});", [many.as_str(); 6].join(",")).as_bytes());
    assert!(rows.expect("read")[0].1[5] == Value::Long, "no room is left in the row");
}

#[test]
fn nothing_that_a_file_holds_ends_the_program() {
    let whole = "-- MySQL dump\n/*!40101 SET NAMES gbk */;SET sql_mode='x';CREATE TABLE `t` (`a` int(1) DEFAULT 'x', KEY k (a));\n\
                 INSERT INTO `t` (`a`) VALUES (1),('a\\'b'),(0xFF),(_binary ''),(b'1'),(now());\nDELIMITER ;;\nx\nDELIMITER ;\n-- Dump completed\n";
    let mut seed = 88_172_645_463_325_252_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).expect("small")
    };
    let signs = b"'\"`\\();,-*/#!0x\n\xff\x81@";
    for _ in 0..3000 {
        let mut bytes = whole.as_bytes().to_vec();
        for _ in 0..=random(4) {
            let place = random(bytes.len());
            match random(3) {
                0 => bytes[place] = signs[random(signs.len())],
                1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, signs[random(signs.len())]),
            }
        }
        // Read or refused; either is an answer.
        drop(rows_of(&bytes));
    }
    for end in 0..whole.len() {
        drop(rows_of(&whole.as_bytes()[..end]));
    }
}
