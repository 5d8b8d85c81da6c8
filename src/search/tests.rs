use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;

const SURNAMES: &[&str] = &["王", "李", "张", "刘", "欧阳", "单", "曾", "O'", "İ", "\u{20bb7}"];
const GIVEN: &[&str] = &["三", "丰", "伟", "秀英", "小明", "乐", "A", "bc", "ß", "重"];

fn person(user_id: u64, rng: &mut StdRng) -> Person {
    let real_name = format!(
        "{}{}{}",
        SURNAMES[rng.random_range(0..SURNAMES.len())],
        GIVEN[rng.random_range(0..GIVEN.len())],
        GIVEN[rng.random_range(0..GIVEN.len())]
    );
    let user_name = match rng.random_range(0..3) {
        0 => pinyin::full(&real_name),
        1 => format!("User_{}{}", rng.random_range(0..50), pinyin::initials(&real_name)),
        _ => "abababab-abab".chars().take(rng.random_range(1..13)).collect(),
    };
    let phone =
        if rng.random_range(0..9) == 0 { String::new() } else { format!("199{:08}", rng.random_range(0..9999) * 7) };
    Person {
        user_id,
        user_name,
        real_name,
        phone,
        dept_id: rng.random_range(0..9),
        enabled: rng.random_range(0..4) > 0,
    }
}

/// A part of somebody's text, sometimes damaged, in either case.
fn query_text(people: &[Person], rng: &mut StdRng) -> String {
    let person = &people[rng.random_range(0..people.len())];
    let texts = Texts::of(person);
    let text: Vec<char> = match rng.random_range(0..7) {
        0 => person.real_name.chars().collect(),
        i => texts.0[i % 5].chars().collect(),
    };
    if text.is_empty() || rng.random_range(0..40) == 0 {
        return " ".repeat(rng.random_range(0..3));
    }
    let from = rng.random_range(0..text.len());
    let until = rng.random_range(from..text.len()) + 1;
    let mut part: String = text[from..until].iter().collect();
    match rng.random_range(0..9) {
        0 => part = part.to_uppercase(),
        1 => part.push(text[rng.random_range(0..text.len())]),
        2 => part = format!(" {part}\t"),
        _ => {}
    }
    part
}

fn scan(people: &[Person], query: &PersonQuery<'_>) -> Hits {
    let mut ids: Vec<u64> = people
        .iter()
        .filter(|p| query.dept_ids.is_none_or(|ids| ids.contains(&p.dept_id)))
        .filter(|p| (!query.enabled_only || p.enabled) && matches(p, query.text))
        .map(|p| p.user_id)
        .collect();
    ids.sort_unstable();
    Hits { total: ids.len(), ids: ids.into_iter().skip(query.offset).take(query.limit).collect() }
}

fn wait_ready(index: &PeopleIndex) {
    index.mark_ready();
    let until = Instant::now() + Duration::from_secs(60);
    while !index.ready() {
        assert!(Instant::now() < until, "never ready");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Asks until the index has caught up: a loaded machine may need more than the half second.
fn ask(index: &PeopleIndex, query: &PersonQuery<'_>) -> Hits {
    (0..60).find_map(|_| index.search(query)).unwrap()
}

#[test]
fn matching() {
    let person = Person {
        user_name: "ZhangSF".into(),
        real_name: "张三丰".into(),
        phone: "13800004321".into(),
        ..Person::default()
    };
    for (text, fits) in [
        ("", true),
        ("  ", true),
        ("三", true),
        ("三丰", true),
        ("张丰", false),
        ("4321", true),
        ("4322", false),
        ("zsf", true),
        ("SF", true),
        ("angsan", true),
        ("zhangsf", true),
        (" zhangsanfeng ", true),
        ("zhang san", false),
        ("李", false),
    ] {
        assert_eq!(matches(&person, text), fits, "{text:?}");
    }
}

#[test]
fn index_and_scan_agree() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut people: Vec<Person> = (1..=3_000).map(|id| person(id, &mut rng)).collect();
    let index = PeopleIndex::new().unwrap();
    for part in people.chunks(700) {
        index.upsert(part.to_vec());
    }
    wait_ready(&index);
    for round in 0..2_500 {
        if round % 200 == 199 {
            change(&mut people, &index, &mut rng);
        }
        let text = query_text(&people, &mut rng);
        let departments: Vec<u64> = (0..rng.random_range(0..5)).map(|_| rng.random_range(0..9)).collect();
        let query = PersonQuery {
            text: &text,
            dept_ids: (rng.random_range(0..3) == 0).then_some(&departments),
            enabled_only: rng.random(),
            offset: [0, 0, 3, 20, 5_000][rng.random_range(0..5)],
            limit: [0, 1, 20, usize::MAX][rng.random_range(0..4)],
        };
        assert_eq!(ask(&index, &query), scan(&people, &query), "seed {seed} round {round}: {query:?}");
    }
}

/// Changes some people, removes one and adds one, in several messages.
fn change(people: &mut Vec<Person>, index: &PeopleIndex, rng: &mut StdRng) {
    for _ in 0..5 {
        let at = rng.random_range(0..people.len());
        people[at] = person(people[at].user_id, rng);
        index.upsert(vec![people[at].clone()]);
    }
    let gone = people.swap_remove(rng.random_range(0..people.len()));
    index.remove(vec![gone.user_id, 1_000_000]);
    let id = 10_000 + rng.random_range(0..u64::from(u32::MAX));
    if people.iter().all(|p| p.user_id != id) {
        people.push(person(id, rng));
        index.upsert(people.last().into_iter().cloned().collect());
    }
}

#[test]
fn surnames_are_found_by_both_readings() {
    let index = PeopleIndex::new().unwrap();
    let people: Vec<Person> = (1..)
        .zip(["曾国强", "单田芳", "吕梁", "张三"])
        .map(|(user_id, name)| Person { user_id, real_name: name.into(), ..Person::default() })
        .collect();
    index.upsert(people.clone());
    wait_ready(&index);
    for (text, found) in [
        ("zengguo", 1),
        ("cengguo", 1),
        ("zgq", 1),
        ("shan", 2),
        ("dant", 2),
        ("stf", 2),
        ("lvliang", 3),
        ("zhangsan", 4),
    ] {
        let query = PersonQuery { text, limit: 9, ..PersonQuery::default() };
        assert_eq!(ask(&index, &query).ids, [found], "{text}");
        assert_eq!(scan(&people, &query).ids, [found], "{text}");
    }
}

#[test]
fn not_ready_means_scan() {
    let index = PeopleIndex::new().unwrap();
    let everybody = PersonQuery { limit: 9, ..PersonQuery::default() };
    assert!(!index.ready() && index.search(&everybody).is_none());
    index.upsert(vec![Person { user_id: 7, ..Person::default() }]);
    wait_ready(&index);
    assert_eq!(ask(&index, &everybody), Hits { total: 1, ids: vec![7] });
    index.upsert(vec![Person { user_id: 8, ..Person::default() }, Person { user_id: 7, ..Person::default() }]);
    index.remove(vec![8]);
    index.upsert(vec![Person { user_id: 8, real_name: "后来".into(), ..Person::default() }]);
    assert_eq!(ask(&index, &everybody), Hits { total: 2, ids: vec![7, 8] }, "the last change wins");
    assert_eq!(ask(&index, &PersonQuery { text: "hou", ..everybody }).ids, [8]);
    assert_eq!(ask(&index, &PersonQuery { dept_ids: Some(&[]), ..everybody }), Hits::default());
}

#[test]
fn a_dead_thread_means_scan() {
    let index = PeopleIndex::new().unwrap();
    wait_ready(&index);
    index.outbox.lock().sender = None;
    index.upsert(vec![Person::default()]);
    assert!(!index.ready() && index.search(&PersonQuery::default()).is_none());
}
