//! Hardware tokens: no phones in the machine room. A stock by serial, out of which they are given.
//!
//! Invariants: a workbook of tokens comes in whole or not at all; a token belongs to one person at most; who gives it back
//! leaves no code behind that its next holder could be met with. Deliberately absent: tokens with SM3 (GM/T 0021), whose
//! suite this program does not have.

use super::ops;
use super::own::TokenInput;
use super::record::{Otp, OtpToken};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::otp::{self, Algorithm, Kind};
use crate::op::Op;
use crate::platform::identity::user::User;
use crate::records::{personal, sessions};
use crate::store::{Reads, key};

/// Lines of a file that are read.
const MOST_LINES: usize = 20_000;
/// Faults that are told of a file.
const TOLD: usize = 20;
/// Bytes of a key: RFC 4226 wants at least 16.
const KEY_BYTES: std::ops::RangeInclusive<usize> = 16..=64;

/// A line of a file.
#[derive(Debug, PartialEq, Eq)]
struct TokenLine {
    serial: String,
    secret: String,
    kind: Kind,
}

/// The key in a column: hexadecimal, else Base32.
fn seed(text: &str) -> Result<String, String> {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let bytes = hex::decode(&plain).ok().or_else(|| otp::from_base32(&plain));
    let bytes = bytes.ok_or("种子须是十六进制或 Base32")?;
    if !KEY_BYTES.contains(&bytes.len()) {
        return Err(format!("种子须是 {} 到 {} 字节", KEY_BYTES.start(), KEY_BYTES.end()));
    }
    Ok(otp::to_base32(&bytes))
}

fn line(text: &str) -> Result<TokenLine, String> {
    let mut cells = text.split([',', '\t']).map(|cell| cell.trim().trim_matches('"').trim());
    let mut next = || cells.next().unwrap_or_default();
    let (serial, secret, step, digits, algorithm) = (next().to_uppercase(), next(), next(), next(), next());
    let named = serial.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if serial.is_empty() || serial.len() > 40 || !named {
        return Err("序列号须是 1 到 40 个字母、数字或短横".to_owned());
    }
    let step = match step {
        "" | "30" => 30,
        "60" => 60,
        other => return Err(format!("步长须是 30 或 60 秒，不是 {other}")),
    };
    let digits = match digits {
        "" | "6" => 6,
        "8" => 8,
        other => return Err(format!("位数须是 6 或 8，不是 {other}")),
    };
    let algorithm = match algorithm.to_uppercase().replace(['-', '_'], "").as_str() {
        "" | "SHA1" | "HMACSHA1" => Algorithm::Sha1,
        "SHA256" | "HMACSHA256" => Algorithm::Sha256,
        "SM3" | "HMACSM3" => {
            return Err("本程序不含国密算法套件，不支持 SM3 令牌，请使用 SHA1 或 SHA256 令牌".to_owned());
        }
        other => return Err(format!("算法须是 SHA1 或 SHA256，不是 {other}")),
    };
    Ok(TokenLine { serial, secret: seed(secret)?, kind: Kind { algorithm, digits, step } })
}

/// The lines of a file; a first line without a key is its header.
fn lines(text: &str) -> Result<Vec<TokenLine>> {
    let (mut found, mut faults) = (Vec::<TokenLine>::new(), Vec::new());
    for (number, row) in (1..).zip(text.trim_start_matches('\u{feff}').lines().take(MOST_LINES + 1)) {
        let is_header = number == 1 && row.split([',', '\t']).nth(1).is_some_and(|cell| seed(cell).is_err());
        let is_header = is_header && !row.chars().any(|letter| letter.is_ascii_digit());
        if row.trim().is_empty() || is_header {
            continue;
        }
        match line(row) {
            Ok(line) if found.iter().any(|before| before.serial == line.serial) => {
                faults.push(format!("第 {number} 行：序列号 {} 重复", line.serial));
            }
            Ok(line) => found.push(line),
            Err(why) => faults.push(format!("第 {number} 行：{why}")),
        }
    }
    if found.len() > MOST_LINES {
        faults.push(format!("一次最多导入 {MOST_LINES} 个令牌"));
    }
    if !faults.is_empty() {
        let more = faults.len().saturating_sub(TOLD);
        faults.truncate(TOLD);
        let more = if more > 0 { format!("；另有 {more} 处") } else { String::new() };
        return Err(AppError::refused(format!("令牌文件有误，没有导入任何令牌：{}{more}", faults.join("；"))));
    }
    if found.is_empty() {
        return Err(AppError::refused("文件中没有令牌；每行依次为序列号、种子、步长、位数、算法，以逗号分隔"));
    }
    Ok(found)
}

/// Takes the tokens of a file into the stock; answers how many. With `dry_run` nothing is stored.
///
/// # Errors
/// Every bad line by its number; a token that somebody has. Then none comes in.
pub fn import(op: &mut Op, text: &str, dry_run: bool) -> Result<usize> {
    let found = lines(text)?;
    for line in &found {
        let known: Option<OtpToken> = op.view().tx.get(&key().str(&line.serial))?;
        if known.as_ref().is_some_and(|known| known.user_id != 0) {
            let serial = &line.serial;
            return Err(AppError::refused(format!(
                "令牌 {serial} 已分配给用户，没有导入任何令牌；请先重置该用户的动态口令"
            )));
        }
        let secret = personal::seal(op, &line.secret)?;
        let Kind { algorithm, digits, step } = line.kind;
        let last_step = known.map_or(0, |known| known.last_step);
        let serial = line.serial.clone();
        op.put(&OtpToken { serial, secret, algorithm, digits, step, user_id: 0, last_step, imported: op.now })?;
    }
    if dry_run {
        op.discard()?;
    }
    Ok(found.len())
}

/// The factor that a token is.
fn factor(op: &mut Op, token: OtpToken, user_id: u64, last_step: i64) -> Result<Otp> {
    let OtpToken { serial, secret, algorithm, digits, step, .. } = token.clone();
    op.put(&OtpToken { user_id, last_step, ..token })?;
    Ok(Otp { user_id, secret, algorithm, digits, step, last_step, label: serial, ..Otp::default() })
}

/// Gives a token out of the stock to somebody; for the console. His sessions end.
pub fn assign(op: &mut Op, user: &User, serial: &str) -> Result<()> {
    let serial = serial.trim().to_uppercase();
    let token: Option<OtpToken> = op.view().tx.get(&key().str(&serial))?;
    let token = token.ok_or_else(|| AppError::refused(format!("库存中没有序列号为 {serial} 的令牌，请先导入")))?;
    if token.user_id == user.user_id {
        return Err(AppError::refused(format!("令牌 {serial} 已分配给该用户")));
    }
    if token.user_id != 0 {
        return Err(AppError::refused(format!("令牌 {serial} 已分配给其他用户，请先重置他的动态口令")));
    }
    let last_step = token.last_step;
    let new = factor(op, token, user.user_id, last_step)?;
    ops::put_in_force(op, new)?;
    sessions::end_all(op, user.user_id, None)
}

/// What is said of a serial and a code that do not go together. One sentence for whatever is wrong: nobody learns which
/// tokens there are.
pub fn wrong(now: Stamp) -> AppError {
    let now = now.to_text();
    AppError::refused(format!("序列号或口令不正确，或该令牌已分配给他人（服务器时间 {now}）")).at("code")
}

/// The factor of a token that somebody holds in his hand; `None` for what [`wrong`] is said of.
pub fn take(op: &mut Op, user_id: u64, input: &TokenInput) -> Result<Option<Otp>> {
    let serial = input.serial.trim().to_uppercase();
    let token: Option<OtpToken> = op.view().tx.get(&key().str(&serial))?;
    let Some(token) = token.filter(|token| token.user_id == 0) else { return Ok(None) };
    let secret = ops::key_of(&personal::open(&op.view(), &token.secret)?)?;
    let (first, next) = (ops::plain(&input.code), ops::plain(&input.next));
    let last = if next.is_empty() { &first } else { &next };
    let Some(step) = otp::matched(&secret, token.kind(), last, op.now.0, token.last_step) else { return Ok(None) };
    if !next.is_empty() && otp::code(&secret, (step - 1).cast_unsigned(), token.kind()) != first {
        return Ok(None);
    }
    factor(op, token, user_id, step).map(Some)
}

/// Puts the token of a factor that is given up back into the stock.
pub fn give_back(op: &mut Op, otp: &Otp) -> Result<()> {
    if otp.label.is_empty() {
        return Ok(());
    }
    let token: Option<OtpToken> = op.view().tx.get(&key().str(&otp.label))?;
    if let Some(token) = token {
        op.put(&OtpToken { user_id: 0, last_step: otp.last_step.max(token.last_step), ..token })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: &str = "3132333435363738393031323334353637383930";

    #[test]
    fn files_of_tokens_are_read_or_told_by_line() {
        let text = format!(
            "\u{feff}序列号,种子,步长,位数,算法\r\nft-001,{HEX},60,8,SHA-256\n\n\"FT-002\" , gezdgnbvgy3tqojqgezdgnbvgy3tqojq\n"
        );
        let read = lines(&text).expect("reads");
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].serial.as_str(), read[1].serial.as_str()), ("FT-001", "FT-002"));
        assert_eq!(read[0].secret, read[1].secret, "hexadecimal and Base32 of one key");
        assert_eq!(read[0].kind, Kind { algorithm: Algorithm::Sha256, digits: 8, step: 60 });
        assert_eq!(read[1].kind, Kind::APP);
        for (bad, why) in [
            (format!("A1,{HEX},30,6,SM3"), "第 1 行：本程序不含国密算法套件"),
            (format!("A1,{HEX}\nA1,{HEX}"), "第 2 行：序列号 A1 重复"),
            (format!("A1,{HEX}\nA 2,{HEX}"), "第 2 行：序列号须是"),
            (format!("A1,{HEX},45"), "步长须是 30 或 60"),
            (format!("A1,{HEX},30,7"), "位数须是 6 或 8"),
            (format!("A1,{HEX},30,6,MD5"), "算法须是"),
            ("A1,zz-!".to_owned(), "种子须是十六进制或 Base32"),
            ("A1,3132".to_owned(), "16 到 64 字节"),
            ("序列号,种子\n".to_owned(), "文件中没有令牌"),
            (String::new(), "文件中没有令牌"),
        ] {
            let fault = lines(&bad).expect_err(&bad);
            assert!(fault.message.contains(why), "{bad}: {fault}");
        }
    }
}
