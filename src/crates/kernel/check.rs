//! Field rules with the exact sentence of the contract as an argument. Each is told the name that the field has on the wire,
//! so that a form can say the sentence beside it.

use jiff::civil::{Date, date};

use crate::error::{AppError, Result};
use crate::span::add_months;

/// The first day that any document may bear (decisions/0073).
pub const FIRST_DAY: Date = date(1990, 1, 1);

/// The last day that any document may bear: sixty years from today.
pub fn last_day(today: Date) -> Date {
    add_months(today, 60 * 12)
}

/// Refuses a day that no document can mean; a narrower rule is the caller's.
pub fn day(field: &'static str, day: Date, today: Date, what: &str) -> Result<()> {
    between(day, FIRST_DAY, last_day(today), what).map_err(|fault| fault.at(field))
}

/// Refuses a day outside of others; the field is the caller's to add.
pub fn between(day: Date, first: Date, last: Date, what: &str) -> Result<()> {
    if (first..=last).contains(&day) {
        return Ok(());
    }
    Err(AppError::refused(format!("{what}须在 {first} 与 {last} 之间")))
}

/// Refuses a day that has not come, or one before all documents.
pub fn past_day(field: &'static str, day: Date, today: Date, what: &str) -> Result<()> {
    if day < FIRST_DAY {
        return Err(AppError::refused(format!("{what}最早为 {FIRST_DAY}")).at(field));
    }
    if day > today {
        Err(AppError::refused(format!("{what}不能晚于今天（{today}）")).at(field))
    } else {
        Ok(())
    }
}

/// Refuses an empty text.
pub fn required(field: &'static str, text: &str, message: &'static str) -> Result<()> {
    if text.trim().is_empty() { Err(AppError::refused(message).at(field)) } else { Ok(()) }
}

/// Refuses a text with more than `most` characters.
pub fn at_most(field: &'static str, text: &str, most: usize, message: &'static str) -> Result<()> {
    if text.chars().count() > most { Err(AppError::refused(message).at(field)) } else { Ok(()) }
}

/// Refuses a remark of more than 500 characters (contract 6.6).
pub fn remark(text: &str) -> Result<()> {
    at_most("remark", text, 500, "备注长度不能超过500个字符")
}

/// Refuses text that would be read as markup where old clients show messages as HTML.
pub fn no_script(field: &'static str, text: &str, message: &'static str) -> Result<()> {
    if text.contains(['<', '>']) { Err(AppError::refused(message).at(field)) } else { Ok(()) }
}

/// Refuses a mail address that is not one; empty passes.
pub fn email(field: &'static str, text: &str) -> Result<()> {
    if !text.is_empty() && !is_email(text) {
        return Err(AppError::refused("邮箱格式不正确").at(field));
    }
    at_most(field, text, 50, "邮箱长度不能超过50个字符")
}

/// Whether a text is a mail address.
pub fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        let word = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic() && !"<>()[],;:\"\\@".contains(c))
        };
        word(name)
            && word(host)
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !host.contains("..")
    })
}

/// Refuses a mobile number that is not one; empty passes (contract 2.0).
pub fn mobile(field: &'static str, text: &str) -> Result<()> {
    at_most(field, text, 11, "手机号码长度不能超过11个字符")?;
    let fine = text.is_empty()
        || (text.len() == 11
            && text.starts_with('1')
            && text.chars().all(|c| c.is_ascii_digit())
            && text.chars().nth(1).is_some_and(|c| c >= '3'));
    if fine { Ok(()) } else { Err(AppError::refused("请输入正确的手机号码").at(field)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_and_mobiles() {
        for mail in ["", "a@b.cn", "a.b-c@x.y.com"] {
            assert!(email("email", mail).is_ok(), "{mail}");
        }
        for mail in ["a", "@b.cn", "a@b", "a@.cn", "a b@c.cn", "a@b..cn", "张@b.cn"] {
            assert!(email("email", mail).is_err(), "{mail}");
        }
        for phone in ["", "13800138000", "19912345678"] {
            assert!(mobile("phone", phone).is_ok(), "{phone}");
        }
        for phone in ["12800138000", "1380013800", "138001380000", "1380013800a"] {
            assert!(mobile("phone", phone).is_err(), "{phone}");
        }
    }
}
