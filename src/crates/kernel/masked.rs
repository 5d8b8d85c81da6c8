//! Text that leaves the house: what may be a person's or a secret is taken out of it.
//!
//! Invariants: it errs on the safe side. Runs of ten digits and more (telephones, identity and account numbers, with or
//! without dashes), addresses of mail, long words of letters and digits (tokens, hashes, keys), what follows a name of a
//! secret, and everything in Chinese, which people wrote, go. What the program itself says is English.

/// What stands in the place of what was taken out.
const GONE: &str = "***";
/// Digits of the shortest number that is taken out.
const DIGITS: usize = 10;
/// Signs of the shortest token that is taken out; the number of a request has sixteen, the code of a firm eighteen.
const TOKEN: usize = 17;
/// Words after which a value is a secret.
const SECRETS: [&str; 6] = ["secret", "password", "passwd", "token", "authorization", "bearer"];

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '.' | '@' | '%')
}

/// Whether a word goes.
fn goes(word: &str) -> bool {
    let (digits, letters) =
        (word.chars().filter(char::is_ascii_digit).count(), word.chars().filter(char::is_ascii_alphabetic).count());
    // An identity number may end in an X.
    (digits >= DIGITS && letters <= 1 && !is_moment(word))
        || word.contains('@')
        // Names of our own scripts carry a hash.
        || (word.chars().count() >= TOKEN && digits > 0 && letters > 0 && !word.ends_with(".js"))
        || word.starts_with("eyJ")
}

/// `2026-03-01T08` and the like.
fn is_moment(word: &str) -> bool {
    let mut parts = word.splitn(3, '-');
    let is_number = |part: Option<&str>, length: usize| {
        part.is_some_and(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    is_number(parts.next(), 4) && is_number(parts.next(), 2) && parts.next().is_some_and(|day| day.contains('T'))
}

/// A text without them.
pub fn text(given: &str) -> String {
    let mut out = String::with_capacity(given.len());
    for line in given.split_inclusive('\n') {
        one(line, &mut out);
    }
    out
}

fn one(line: &str, out: &mut String) {
    let mut rest = line;
    // So many words more are values of a secret.
    let mut secret = false;
    while let Some(first) = rest.chars().next() {
        if is_part(first) {
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let lower = word.to_ascii_lowercase();
            let names_secret = SECRETS.iter().any(|name| lower.contains(name));
            out.push_str(if (secret && !names_secret) || goes(word) { GONE } else { word });
            secret = names_secret;
            rest = after;
        } else if first.is_ascii() {
            out.push(first);
            rest = rest.get(1..).unwrap_or_default();
        } else {
            let end = rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len());
            out.push('…');
            rest = rest.get(end..).unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_persons_or_a_secret_goes() {
        for (given, left) in [
            ("phone 13800138000 and 0871-65123456", "phone *** and ***"),
            ("id 53010219900101123X, card 6222021234567890123", "id ***, card ***"),
            ("Authorization: Bearer abc.def-ghi", "Authorization: Bearer ***"),
            ("client_secret=\"s3cr3t\" next=1", "client_secret=\"***\" next=1"),
            ("mail zhang.san@example.cn", "mail ***"),
            ("firm 91530100MA6K0CANAR", "firm ***"),
            ("key 9f86d081884c7d659a2feaa0c55ad015", "key ***"),
            ("refused: 张三（城东）欠租 300", "refused: … 300"),
            ("token eyJhbGciOi", "token ***"),
        ] {
            assert_eq!(text(given), left);
        }
    }

    #[test]
    fn what_helps_stays() {
        for kept in [
            "2026-03-01T08:30:15.123456Z  WARN gx_portal::web::mount: slow request request_id=\"9f86d081884c7d65\"",
            "operation=\"POST /system/user/{id}\" milliseconds=1234 path=/system/user/12\n",
            "disk 24.4 GB of 251 GB, x86_64, jsxRuntime.module-WAqpODd4.js:1:5210",
        ] {
            assert_eq!(text(kept), kept);
        }
    }
}
