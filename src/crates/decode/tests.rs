//! The same as `rmp_serde::from_slice` and `serde_json::from_value`, value for value and refusal for refusal.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::{from_json, from_json_text, from_packed};

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Numbers {
    a: u8,
    b: u16,
    c: u32,
    d: u64,
    e: i8,
    f: i16,
    g: i32,
    h: i64,
    i: f32,
    j: f64,
    k: i128,
    l: u128,
    m: bool,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unit;

#[derive(Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
struct Wrapped(u64);

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Pair(String, Option<i32>);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Plain,
    #[serde(rename = "多")]
    Many(Vec<Kind>),
    One(Pair),
    Two(u8, String),
    Named {
        name: String,
        #[serde(default)]
        often: u64,
        within: Option<Box<Kind>>,
    },
}

/// Bytes as an encoder writes them that knows bytes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Octets(Vec<u8>);

impl Serialize for Octets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Octets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole;
        impl<'de> Visitor<'de> for Whole {
            type Value = Octets;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Octets, E> {
                Ok(Octets(bytes.to_vec()))
            }
            fn visit_str<E>(self, text: &str) -> Result<Octets, E> {
                Ok(Octets(text.as_bytes().to_vec()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Octets, A::Error> {
                let mut all = Vec::new();
                while let Some(one) = seq.next_element()? {
                    all.push(one);
                }
                Ok(Octets(all))
            }
        }
        deserializer.deserialize_bytes(Whole)
    }
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    record_id: u64,
    name: String,
    #[serde(default)]
    short: Option<String>,
    letter: Option<char>,
    days: Vec<i64>,
    parts: (u8, String, bool),
    fixed: [i16; 3],
    kinds: Vec<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Pair>,
    by_name: BTreeMap<String, Wrapped>,
    by_number: BTreeMap<i32, String>,
    nothing: (),
    octets: Octets,
    twice: Option<Option<u8>>,
    #[serde(default = "seven")]
    seven: u8,
}

fn seven() -> u8 {
    7
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    one: u8,
    #[serde(default)]
    two: Vec<u8>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Flat {
    id: u64,
    #[serde(flatten)]
    strict: Spread,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Spread {
    one: i32,
    text: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Inside {
    Empty,
    Text { text: String, more: Option<Box<Inside>> },
    Wrapped(Spread),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Beside {
    Unit,
    Number(i64),
    Pair(u8, u8),
    Named { name: String },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Broken(f64),
    Flag(bool),
    Text(String),
    All(Vec<Either>),
    Struct { one: u8, two: Option<String> },
    Other(BTreeMap<String, Either>),
}

fn kinds() -> Vec<Kind> {
    let named = Kind::Named { name: "租金".into(), often: 1 << 40, within: Some(Box::new(Kind::Plain)) };
    vec![
        Kind::Plain,
        Kind::Many(vec![Kind::Plain, Kind::Two(200, String::new()), named]),
        Kind::One(Pair("x".repeat(40), Some(-70_000))),
        Kind::Named { name: "a".into(), often: 0, within: None },
    ]
}

fn record() -> Record {
    Record {
        record_id: 4_294_967_296,
        name: "合同 ".repeat(30),
        short: Some("短".into()),
        letter: Some('字'),
        days: vec![0, 127, 128, 255, 256, 65_536, i64::MAX, -1, -32, -33, -128, -129, -32_769, i64::MIN],
        parts: (1, "b".into(), true),
        fixed: [-1, 0, 300],
        kinds: kinds(),
        left_out: None,
        by_name: (0..20).map(|n| (format!("key{n}"), Wrapped(n))).collect(),
        by_number: [(-5, "five".into()), (70_000, String::new())].into(),
        nothing: (),
        octets: Octets((0..=255).collect()),
        twice: Some(Some(3)),
        seven: 9,
    }
}

fn numbers() -> Numbers {
    Numbers {
        a: 255,
        b: 256,
        c: 65_536,
        d: u64::MAX,
        e: -128,
        f: -129,
        g: -32_769,
        h: i64::MIN,
        i: 1.5,
        j: -0.1,
        k: -7,
        l: 1 << 90,
        m: true,
    }
}

fn inside() -> Vec<Inside> {
    let text =
        || Inside::Text { text: "t".into(), more: Some(Box::new(Inside::Wrapped(Spread { one: -3, text: None }))) };
    vec![Inside::Empty, text(), Inside::Wrapped(Spread { one: 1, text: Some("x".into()) })]
}

fn either() -> Either {
    let map = BTreeMap::from([("z".to_owned(), Either::Broken(0.5)), ("y".to_owned(), Either::Flag(false))]);
    let both = Either::Struct { one: 3, two: Some("two".into()) };
    Either::All(vec![Either::Number(-1), Either::Text("t".into()), Either::All(Vec::new()), both, Either::Other(map)])
}

fn flat() -> Flat {
    let rest = BTreeMap::from([("more".to_owned(), json!({"a": [1, -2, 0.5, null, "x", true]}))]);
    Flat { id: 1, strict: Spread { one: 2, text: Some("three".into()) }, rest }
}

/// What both say: the value, written again, or that there is none.
fn told<T: Serialize, E>(read: &Result<T, E>) -> Option<Vec<u8>> {
    read.as_ref().ok().map(|value| rmp_serde::to_vec_named(value).expect("bytes"))
}

fn same<T: Serialize + DeserializeOwned + Debug>(bytes: &[u8]) -> bool {
    let (theirs, ours) = (rmp_serde::from_slice::<T>(bytes), from_packed::<T>(bytes));
    if let Err(error) = &theirs
        && has_foreign_name(&error.to_string(), bytes)
    {
        return ours.is_ok();
    }
    assert!(told(&theirs) == told(&ours), "{bytes:02x?}\n{theirs:?}\n{ours:?}");
    ours.is_ok()
}

/// Small, seeded numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % most.max(1)
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).expect("a byte")
    }
}

/// Bytes changed as a disk or an older program may have: bits, markers, what is missing or too much.
fn broken(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, dice.byte()),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 if at < bytes.len() => {
                bytes[at] = [0xc0, 0xc2, 0xca, 0xcb, 0xd9, 0xdc, 0xde, 0x80, 0x90, 0xa0][dice.below(10)]
            }
            4 if at < bytes.len() => bytes[at] = dice.byte(),
            _ if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            _ => {}
        }
    }
    bytes
}

/// Numbers as names of what serde reads twice (untagged, tagged inside): it takes those of one byte and of eight, and ours are
/// all of eight. Nobody writes them.
fn has_foreign_name(said: &str, bytes: &[u8]) -> bool {
    let is_read_twice = said.contains("did not match any variant") || said.contains("expected field identifier");
    is_read_twice && rmp_serde::from_slice::<Value>(bytes).is_err()
}

/// Extensions and names of fields that are no text: rmp_serde takes them here and there, and nobody writes them.
fn is_foreign(error: &super::Error) -> bool {
    let said = error.to_string();
    said.contains("unknown marker") || said.contains("expected field identifier")
}

fn same_when_broken<T: Serialize + DeserializeOwned + Debug>(value: &T, rounds: usize) {
    let bytes = rmp_serde::to_vec_named(value).expect("bytes");
    assert!(same::<T>(&bytes));
    assert!(same::<T>(&[&bytes[..], b"behind"].concat()), "bytes behind a value are not looked at");
    let (mut dice, mut read) = (Dice(bytes.len() as u64), 0);
    for at in 0..bytes.len() {
        same::<T>(&bytes[..at]);
    }
    for _ in 0..rounds {
        let bytes = broken(&bytes, &mut dice);
        match from_packed::<T>(&bytes) {
            Err(error) if is_foreign(&error) => {}
            _ => read += usize::from(same::<T>(&bytes)),
        }
    }
    assert!(read > rounds / 100, "broken payloads that are still values: {read} of {rounds}");
}

#[test]
fn what_is_written_is_read() {
    assert!(same::<Record>(&rmp_serde::to_vec_named(&record()).expect("bytes")));
    assert_eq!(from_packed::<Record>(&rmp_serde::to_vec_named(&record()).expect("bytes")).expect("read"), record());
    assert_eq!(from_packed::<Numbers>(&rmp_serde::to_vec_named(&numbers()).expect("bytes")).expect("read"), numbers());
    assert_eq!(from_packed::<Flat>(&rmp_serde::to_vec_named(&flat()).expect("bytes")).expect("read"), flat());
    assert_eq!(from_packed::<Either>(&rmp_serde::to_vec_named(&either()).expect("bytes")).expect("read"), either());
    let (text, many) = ("字".repeat(30_000), (0..70_000).collect::<Vec<u32>>());
    assert_eq!(from_packed::<String>(&rmp_serde::to_vec_named(&text).expect("bytes")).expect("read"), text);
    assert_eq!(from_packed::<Vec<u32>>(&rmp_serde::to_vec_named(&many).expect("bytes")).expect("read"), many);
    let map: BTreeMap<u32, Unit> = many.iter().map(|n| (*n, Unit)).collect();
    assert_eq!(from_packed::<BTreeMap<u32, Unit>>(&rmp_serde::to_vec_named(&map).expect("bytes")).expect("read"), map);
}

/// As rmp_serde reads structs without names, enumerations by their place, numbers of another width.
#[test]
fn what_other_encoders_write_is_read_alike() {
    let unnamed = Record { left_out: Some(Pair(String::new(), None)), ..record() };
    let unnamed = rmp_serde::to_vec(&unnamed).expect("bytes");
    assert!(same::<Record>(&unnamed));
    assert!(same::<Vec<Kind>>(&rmp_serde::to_vec(&kinds()).expect("bytes")));
    let texts: [&[u8]; 20] = [
        &[0x00],
        &[0x81, 0x00, 0xc0],
        &[0x81, 0xa5, b'P', b'l', b'a', b'i', b'n', 0xc0],
        &[0x81, 0xa5, b'P', b'l', b'a', b'i', b'n', 0x01],
        &[0x80],
        &[0x82, 0x00, 0xc0, 0x00, 0xc0],
        &[0x91, 0x00],
        &[0xc0],
        &[0xc1],
        &[0xcd, 0x00, 0x05],
        &[0xd1, 0x00, 0x05],
        &[0xca, 0x3f, 0x80, 0x00, 0x00],
        &[0xc4, 0x02, 0x07, 0x08],
        &[0xc4, 0x03, 0x07, 0x08, 0x09],
        &[0xa1, 0xff],
        &[0xa1, b'5'],
        &[0x92, 0x01, 0x02],
        &[0x93, 0x01, 0x02, 0x03],
        &[0xff],
        &[],
    ];
    for bytes in texts {
        same::<Kind>(bytes);
        same::<u8>(bytes);
        same::<i64>(bytes);
        same::<u64>(bytes);
        same::<f32>(bytes);
        same::<f64>(bytes);
        same::<i128>(bytes);
        same::<u128>(bytes);
        same::<bool>(bytes);
        same::<char>(bytes);
        same::<String>(bytes);
        same::<()>(bytes);
        same::<Unit>(bytes);
        same::<Wrapped>(bytes);
        same::<(u8, u8)>(bytes);
        same::<[u8; 2]>(bytes);
        same::<Vec<u8>>(bytes);
        same::<Vec<Option<u8>>>(bytes);
        same::<Option<u8>>(bytes);
        same::<Octets>(bytes);
        same::<BTreeMap<u8, u8>>(bytes);
        same::<serde_json::Map<String, Value>>(bytes);
        same::<Value>(bytes);
        same::<Strict>(bytes);
        same::<Either>(bytes);
        same::<Beside>(bytes);
    }
}

/// The last field of [`Record`]: all others are unknown.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Last {
    seven: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Around {
    p: (u8, u8),
    q: u8,
}

#[test]
fn what_a_type_does_not_take_is_passed_over() {
    let bytes = rmp_serde::to_vec_named(&record()).expect("bytes");
    assert_eq!(from_packed::<Last>(&bytes).expect("read"), Last { seven: 9 });
    // three octets for two numbers: what is behind them is found
    assert!(same::<Around>(&[0x82, 0xa1, b'p', 0xc4, 3, 1, 2, 3, 0xa1, b'q', 4]));
}

#[test]
fn broken_payloads_are_refused_alike() {
    same_when_broken(&record(), 20_000);
    same_when_broken(&numbers(), 20_000);
    same_when_broken(&kinds(), 20_000);
    same_when_broken(&Strict { one: 200, two: vec![1, 2, 255] }, 20_000);
    same_when_broken(&Spread { one: -70_000, text: Some("文".into()) }, 20_000);
    same_when_broken(&flat(), 20_000);
    same_when_broken(&either(), 20_000);
    same_when_broken(&inside(), 20_000);
    same_when_broken(
        &vec![Beside::Unit, Beside::Number(-5), Beside::Pair(1, 200), Beside::Named { name: "n".into() }],
        20_000,
    );
    same_when_broken(&json!({"a": [1, null, {"b": "c"}], "d": -1.5}), 20_000);
}

#[test]
fn random_bytes_are_refused_alike() {
    let mut dice = Dice(7);
    for _ in 0..50_000 {
        let bytes: Vec<u8> = (0..dice.below(12)).map(|_| dice.byte()).collect();
        for is_same in [same::<Vec<u8>>, same::<Kind>, same::<Strict>, same::<Spread>, same::<(u8, Option<String>)>] {
            match from_packed::<serde::de::IgnoredAny>(&bytes) {
                Err(error) if is_foreign(&error) => {}
                _ => drop(is_same(&bytes)),
            }
        }
    }
}

/// Believes the length that it is told, as readers must not that take memory for it.
#[derive(Debug)]
struct Hinted;

impl<'de> Deserialize<'de> for Hinted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Self)
    }
}

impl<'de> Visitor<'de> for Hinted {
    type Value = Self;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self, A::Error> {
        assert_eq!(seq.size_hint(), Some(2));
        while seq.next_element::<u8>()?.is_some() {}
        Ok(self)
    }
}

/// A length that the payload does not have claims no memory, and no depth exhausts the stack.
#[test]
fn lengths_and_depths_are_limited() {
    for head in [[0xdd, 0xff, 0xff, 0xff, 0xff], [0xdf, 0xff, 0xff, 0xff, 0xff], [0xc6, 0xff, 0xff, 0xff, 0xff]] {
        assert!(from_packed::<Vec<u64>>(&head).is_err());
        assert!(from_packed::<Value>(&head).is_err());
        assert!(from_packed::<BTreeMap<String, Record>>(&head).is_err());
    }
    assert!(from_packed::<Hinted>(&[0xdd, 0x00, 0x00, 0x00, 0x02, 0x01, 0x01]).is_ok());
    assert!(from_packed::<Hinted>(&[0xdd, 0x00, 0x00, 0x00, 0x03, 0x01, 0x01]).is_err());
    let deep = |levels: usize| [vec![0x91; levels], vec![0xc0]].concat();
    assert!(same::<Value>(&deep(1_000)));
    assert!(!same::<Value>(&deep(1_024)));
    assert!(from_packed::<Value>(&deep(1_000_000)).is_err());
    assert!(from_packed::<serde::de::IgnoredAny>(&deep(1_000_000)).is_ok(), "passed over without going down");
    #[derive(Debug, Deserialize)]
    enum Down {
        #[serde(rename = "a")]
        Further(#[allow(dead_code)] Box<Down>),
    }
    assert!(from_packed::<Down>(&[0x81, 0xa1, b'a'].repeat(1_000_000)).is_err());
}

fn alike<T: Serialize + DeserializeOwned + Debug>(value: &Value) -> bool {
    let (theirs, ours) = (serde_json::from_value::<T>(value.clone()), from_json::<T>(value.clone()));
    assert!(told(&theirs) == told(&ours), "{value}\n{theirs:?}\n{ours:?}");
    ours.is_ok()
}

/// The parts of a value, so that each is tried in the place of each other.
fn parts(value: &Value, found: &mut Vec<Value>) {
    found.push(value.clone());
    match value {
        Value::Array(values) => values.iter().for_each(|value| parts(value, found)),
        Value::Object(entries) => entries.values().for_each(|value| parts(value, found)),
        _ => {}
    }
}

/// One part exchanged for another, left out, or named otherwise.
fn changed(value: &mut Value, others: &[Value], dice: &mut Dice) {
    let other = others[dice.below(others.len())].clone();
    match value {
        Value::Array(values) if !values.is_empty() && dice.below(4) > 0 => {
            let at = dice.below(values.len());
            match dice.below(4) {
                0 => drop(values.remove(at)),
                1 => values.insert(at, other),
                _ => changed(&mut values[at], others, dice),
            }
        }
        Value::Object(entries) if !entries.is_empty() && dice.below(4) > 0 => {
            let at = dice.below(entries.len());
            let name = entries.keys().nth(at).expect("a name").clone();
            match dice.below(5) {
                0 => drop(entries.shift_remove(&name)),
                1 => drop(entries.insert(dice.below(300).to_string(), other)),
                _ => changed(&mut entries[&name], others, dice),
            }
        }
        _ => *value = other,
    }
}

fn alike_when_changed<T: Serialize + DeserializeOwned + Debug>(value: &T, rounds: usize) {
    let whole = serde_json::to_value(value).expect("a value");
    assert!(alike::<T>(&whole));
    assert!(from_json_text::<T>(whole.to_string().as_bytes()).is_ok());
    let mut others = vec![
        json!(null),
        json!(-1),
        json!(300),
        json!(u64::MAX),
        json!(1.0),
        json!(""),
        json!([]),
        json!({}),
        json!({"Plain": null}),
    ];
    parts(&whole, &mut others);
    let (mut dice, mut read) = (Dice(11), 0);
    for _ in 0..rounds {
        let mut whole = whole.clone();
        for _ in 0..=dice.below(2) {
            changed(&mut whole, &others, &mut dice);
        }
        read += usize::from(alike::<T>(&whole));
    }
    assert!(read > rounds / 100 && read < rounds, "changed values that are still of the type: {read} of {rounds}");
}

#[test]
fn json_is_read_alike() {
    alike_when_changed(&record(), 10_000);
    alike_when_changed(&Numbers { k: -7, l: 1 << 40, ..numbers() }, 10_000);
    alike_when_changed(&kinds(), 10_000);
    alike_when_changed(&flat(), 10_000);
    alike_when_changed(&either(), 10_000);
    alike_when_changed(&inside(), 10_000);
    alike_when_changed(&vec![Beside::Unit, Beside::Number(-5), Beside::Pair(1, 200)], 10_000);
    alike_when_changed(&BTreeMap::from([(1_i128, 'a'), (-2, 'b')]), 10_000);
    alike_when_changed(&BTreeMap::from([(true, Unit)]), 10_000);
    alike_when_changed(&BTreeMap::from([(Wrapped(5), Strict { one: 1, two: vec![2] })]), 10_000);
    for value in
        [json!("5"), json!({"5": 1}), json!({"05": 1}), json!({"5 ": 1}), json!({"1e3": 1}), json!({"-0": 1}), json!(5)]
    {
        alike::<BTreeMap<u8, u8>>(&value);
        alike::<BTreeMap<String, u8>>(&value);
        alike::<HashMap<i64, u8>>(&value);
        alike::<u8>(&value);
    }
}

/// What a reader of a record says goes into logs and refusals.
#[test]
fn errors_say_what_is_wrong() {
    let said = |value: Value| from_json::<Strict>(value).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(said(json!({})), "missing field `one`");
    assert_eq!(said(json!({"one": "x"})), "invalid type: string \"x\", expected u8");
    assert_eq!(said(json!({"one": 256})), "invalid value: integer `256`, expected u8");
    assert_eq!(said(json!({"one": 1, "three": 1})), "unknown field `three`, expected `one` or `two`");
    let early = [0x82, 0xa1, b'x', 0x01, 0xa3, b'o', b'n', b'e', 0x01];
    let early = from_packed::<Strict>(&early).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(early, "unknown field `x`, expected `one` or `two`", "not that values are left, which follows from it");
    assert_eq!(from_packed::<u8>(&[]).err().map(|error| error.to_string()).as_deref(), Some("ends too early"));
}
