//! Captchas of the sign-in page: a picture, and one chance to say what it shows.
//!
//! Invariants: a captcha is good for one answer, right or wrong, within [`LIFE_MS`]; at most
//! [`MOST_OPEN`] are open; when that is reached, the oldest of the address with most of them gives way, so that a flood
//! from one address throws out its own pictures only; the answer never leaves this module.
//!
//! Deliberately absent: a clock (the caller passes the moment), persistence (a restart asks for a
//! new picture), sound. A picture stops no determined reader: limits on attempts do.

mod picture;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::product::{Memory, Start};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;
use rand::RngExt as _;

/// How long a captcha may be answered, in milliseconds.
pub const LIFE_MS: i64 = 120_000;

/// How many captchas are open at most.
pub const MOST_OPEN: usize = 10_000;

/// Letters and digits of the character type: none that is taken for another.
const LETTERS: &[u8] = b"34789ACDEFGHJKMNPQRTUVWXY";

/// What the picture asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The result of a small sum.
    Math,
    /// Four characters, in either case.
    Characters,
}

/// A captcha just made.
#[derive(Clone, Debug)]
pub struct Issued {
    /// Its name, 32 hexadecimal digits, to come back with the answer.
    pub uuid: String,
    /// The picture: a PNG of 160 by 60, in Base64 without a prefix.
    pub png_base64: String,
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaOutcome {
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong,
    /// The captcha is unknown, used before, or too old.
    Expired,
}

/// The open captchas. Shared between requests; every call locks for a moment only.
#[derive(Default)]
pub struct Captchas {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    order: BTreeMap<u64, String>,
    by_uuid: HashMap<String, One>,
    /// Numbers by the network that asked.
    by_asker: HashMap<String, BTreeSet<u64>>,
}

struct One {
    number: u64,
    answer: String,
    since_ms: i64,
    asker: String,
}

impl Memory for Captchas {
    const NAME: &'static str = "captchas";
    fn open(_: &Start<'_>) -> crate::error::Result<Self> {
        Ok(Self::default())
    }
}

impl Captchas {
    /// Makes a captcha for somebody of this network and keeps its answer. Takes about a millisecond of computing.
    ///
    /// # Errors
    /// A Chinese sentence when the picture cannot be drawn.
    pub fn issue(&self, kind: Kind, now_ms: i64, asker: String) -> Result<Issued, String> {
        let (shown, answer) = question(kind);
        let png = picture::draw(&shown, kind == Kind::Math)
            .map_err(|reason| format!("验证码生成失败，请稍后重试（{reason}）"))?;
        let uuid = hex::encode(rand::random::<[u8; 16]>());
        self.open.lock().insert(uuid.clone(), answer, now_ms, asker);
        Ok(Issued { uuid, png_base64: STANDARD.encode(png) })
    }

    /// Judges an answer and forgets the captcha, whatever the outcome.
    pub fn check(&self, uuid: &str, code: &str, now_ms: i64) -> CaptchaOutcome {
        let Some(one) = self.open.lock().take(uuid) else { return CaptchaOutcome::Expired };
        if now_ms.saturating_sub(one.since_ms) > LIFE_MS {
            CaptchaOutcome::Expired
        } else if plain(code) == one.answer {
            CaptchaOutcome::Right
        } else {
            CaptchaOutcome::Wrong
        }
    }

    /// The answer of an open captcha, for tests only.
    #[cfg(any(test, feature = "testing"))]
    pub fn answer(&self, uuid: &str) -> Option<String> {
        self.open.lock().by_uuid.get(uuid).map(|one| one.answer.clone())
    }
}

impl Open {
    fn insert(&mut self, uuid: String, answer: String, now_ms: i64, asker: String) {
        self.drop_old(now_ms);
        if self.by_uuid.len() >= MOST_OPEN {
            self.drop_of_the_greediest();
        }
        let number = self.next;
        self.next += 1;
        self.order.insert(number, uuid.clone());
        self.by_asker.entry(asker.clone()).or_default().insert(number);
        self.by_uuid.insert(uuid, One { number, answer, since_ms: now_ms, asker });
    }

    /// Leaves nothing at the front that nobody can answer any longer.
    fn drop_old(&mut self, now_ms: i64) {
        while let Some((_, oldest)) = self.order.first_key_value() {
            if self.by_uuid.get(oldest).is_some_and(|one| now_ms.saturating_sub(one.since_ms) <= LIFE_MS) {
                break;
            }
            let oldest = oldest.clone();
            if self.take(&oldest).is_none() {
                self.order.pop_first();
            }
        }
    }

    fn drop_of_the_greediest(&mut self) {
        let greediest = self.by_asker.values().max_by_key(|numbers| numbers.len());
        let oldest = greediest.and_then(BTreeSet::first).and_then(|number| self.order.get(number)).cloned();
        if let Some(uuid) = oldest {
            self.take(&uuid);
        }
    }

    fn take(&mut self, uuid: &str) -> Option<One> {
        let one = self.by_uuid.remove(uuid)?;
        self.order.remove(&one.number);
        if let Some(numbers) = self.by_asker.get_mut(&one.asker) {
            numbers.remove(&one.number);
            if numbers.is_empty() {
                self.by_asker.remove(&one.asker);
            }
        }
        Some(one)
    }
}

/// What to draw, and the answer in the form of [`plain`].
fn question(kind: Kind) -> (String, String) {
    let mut rng = rand::rng();
    match kind {
        Kind::Math => {
            let (a, b) = (rng.random_range(1..=9u8), rng.random_range(1..=9u8));
            let (sign, a, b, result) = match rng.random_range(0..3u8) {
                0 => ('+', a, b, a + b),
                1 => ('-', a.max(b), a.min(b), a.abs_diff(b)),
                _ => ('*', a, b, a * b),
            };
            (format!("{a}{sign}{b}=?"), result.to_string())
        }
        Kind::Characters => {
            let shown: String = (0..4).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect();
            (shown.clone(), shown)
        }
    }
}

/// An answer as typed, in the form compared: no blanks, upper case, full-width forms made plain.
fn plain(code: &str) -> String {
    code.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match u32::from(c) {
            wide @ 0xff01..=0xff5e => char::from_u32(wide - 0xfee0).unwrap_or(c),
            _ => c,
        })
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issued(captchas: &Captchas, kind: Kind, now_ms: i64) -> (String, String) {
        let uuid = captchas.issue(kind, now_ms, String::new()).unwrap().uuid;
        let answer = captchas.answer(&uuid).unwrap();
        (uuid, answer)
    }

    #[test]
    fn answers_count_once() {
        let wide = |answer: &str| -> String {
            answer.bytes().map(|b| char::from_u32(u32::from(b) + 0xfee0).unwrap()).collect()
        };
        for kind in [Kind::Math, Kind::Characters] {
            let cases: [(&dyn Fn(&str) -> String, i64, CaptchaOutcome); 8] = [
                (&|a| a.to_owned(), 0, CaptchaOutcome::Right),
                (&|a| format!(" {} ", a.to_lowercase()), LIFE_MS, CaptchaOutcome::Right),
                (&wide, 1, CaptchaOutcome::Right),
                (&|a| a.to_owned(), LIFE_MS + 1, CaptchaOutcome::Expired),
                (&|a| a.to_owned(), -5_000, CaptchaOutcome::Right),
                (&|_| String::new(), 1, CaptchaOutcome::Wrong),
                (&|a| format!("{a}1"), 1, CaptchaOutcome::Wrong),
                (&|_| "验证码".to_owned(), 1, CaptchaOutcome::Wrong),
            ];
            for (said, later, outcome) in cases {
                let captchas = Captchas::default();
                let (uuid, answer) = issued(&captchas, kind, 1_000_000);
                let code = said(&answer);
                assert_eq!(captchas.check(&uuid, &code, 1_000_000 + later), outcome, "{kind:?} {code} {later}");
                assert_eq!(captchas.check(&uuid, &answer, 1_000_000), CaptchaOutcome::Expired, "used twice");
            }
        }
        assert_eq!(Captchas::default().check("", "", 0), CaptchaOutcome::Expired);
    }

    #[test]
    fn sums_are_right_and_never_negative() {
        let mut signs = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            let (shown, answer) = question(Kind::Math);
            let c: Vec<char> = shown.chars().collect();
            let (a, b) = (c[0].to_digit(10).unwrap(), c[2].to_digit(10).unwrap());
            let result = match c[1] {
                '+' => a + b,
                '-' => a.checked_sub(b).unwrap(),
                _ => a * b,
            };
            assert!(a > 0 && b > 0 && shown.ends_with("=?"), "{shown}");
            assert_eq!(answer, result.to_string(), "{shown}");
            signs.insert(c[1]);
        }
        assert_eq!(signs.len(), 3);
    }

    #[test]
    fn names_differ_and_are_hexadecimal() {
        let captchas = Captchas::default();
        let (one, other) = (issued(&captchas, Kind::Math, 0).0, issued(&captchas, Kind::Math, 0).0);
        assert!(one != other && one.len() == 32 && one.bytes().all(|b| b.is_ascii_hexdigit()), "{one}");
    }

    #[test]
    fn the_oldest_of_the_greediest_gives_way() {
        let mut open = Open::default();
        open.insert("honest".into(), "1".into(), 0, "10.0.0.1".into());
        for i in 0..MOST_OPEN + 4 {
            open.insert(format!("{i}"), "1".into(), 0, "10.0.0.2".into());
        }
        assert_eq!((open.by_uuid.len(), open.order.len()), (MOST_OPEN, MOST_OPEN));
        assert!(open.take("4").is_none() && open.take("5").is_some());
        assert!(open.take("honest").is_some(), "a flood throws out its own pictures only");
        open.insert("late".into(), "1".into(), LIFE_MS + 1, "10.0.0.3".into());
        assert_eq!((open.by_uuid.len(), open.order.len(), open.by_asker.len()), (1, 1, 1), "the expired are gone");
    }
}
