//! Text: masking, comparison, names of downloads.

/// `138****8000`; shorter numbers keep their first and last two characters at most.
pub fn mask_phone(phone: &str) -> String {
    let chars: Vec<char> = phone.chars().collect();
    match chars.len() {
        0 => String::new(),
        1..=4 => "*".repeat(chars.len()),
        5..=9 => format!("{}{}{}", chars[0], "*".repeat(chars.len() - 2), chars[chars.len() - 1]),
        n => {
            let head: String = chars[..3].iter().collect();
            let tail: String = chars[n - 4..].iter().collect();
            format!("{head}{}{tail}", "*".repeat(n - 7))
        }
    }
}

/// What takes no room on a screen: marks of byte order, zero widths, directions.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
}

/// A text without blanks and invisible signs around.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || is_invisible(c))
}

/// A sign of full width as the narrow one.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{2212}' => '-',
        c => c,
    }
}

/// A text that a cell shows over several lines, as one: nothing stands between Chinese letters, one blank between others.
pub fn joined_lines(text: &str) -> String {
    let is_chinese = |c: char| c >= '\u{2e80}';
    let mut joined = String::with_capacity(text.len());
    for part in text.split(char::is_control).map(trimmed).filter(|part| !part.is_empty()) {
        let apart = |last: char| !part.starts_with(is_chinese) && !is_chinese(last);
        if joined.chars().next_back().is_some_and(apart) {
            joined.push(' ');
        }
        joined.push_str(part);
    }
    joined
}

/// Case-insensitive «contains», as the family's `like '%…%'`.
pub fn like(text: &str, part: &str) -> bool {
    let part = trimmed(part);
    part.is_empty() || text.to_lowercase().contains(&part.to_lowercase())
}

/// `like` for names of people and firms, which are also found by their pinyin and its initials.
pub fn like_name(name: &str, part: &str) -> bool {
    like(name, part) || super::pinyin::is_read_as(name, part)
}

/// `like` with an optional filter: nothing given matches everything.
pub fn like_filter(text: &str, part: Option<&str>) -> bool {
    part.is_none_or(|part| like(text, part))
}

/// A text as references and names are compared: without blanks, in one case, full-width signs as narrow ones.
pub fn folded(text: &str) -> String {
    let seen = |c: &char| !c.is_whitespace() && !c.is_control() && !is_invisible(*c);
    text.chars().filter(seen).map(|c| narrow(c).to_ascii_uppercase()).collect()
}

/// Characters (not bytes) of a text.
pub fn chars(text: &str) -> usize {
    text.chars().count()
}

/// A file name without control characters, path separators and direction marks; never empty.
pub fn safe_file_name(name: &str) -> String {
    let cleaned: String = name
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|'))
        .filter(|c| !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .take(200)
        .collect();
    let cleaned = cleaned.trim_matches(['.', ' ']).to_owned();
    if cleaned.is_empty() { "download".into() } else { cleaned }
}

/// A text as it stands between the tags, or in the quoted attributes, of a page.
pub fn in_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as one line: without control characters, invisible signs and direction marks, blanks joined.
pub fn one_line(text: &str) -> String {
    let hidden =
        |c: char| matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}');
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !hidden(*c)).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The `Content-Disposition` value of a download, Chinese names by RFC 5987.
pub fn content_disposition(name: &str, inline: bool) -> String {
    let name = safe_file_name(name);
    let encoded: String = name
        .bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    let kind = if inline { "inline" } else { "attachment" };
    format!("{kind}; filename={encoded}; filename*=utf-8''{encoded}")
}

/// `530102199001011234` → `530102********1234`; shorter ones keep the last four at most.
pub fn mask_id(id_no: &str) -> String {
    let letters: Vec<char> = id_no.chars().collect();
    let (head, tail) = match letters.len() {
        0 => return String::new(),
        1..=4 => return "*".repeat(letters.len()),
        5..=10 => (0, 4),
        _ => (6, 4),
    };
    let stars = letters.len() - head - tail;
    let part = |range: &[char]| range.iter().collect::<String>();
    format!("{}{}{}", part(&letters[..head]), "*".repeat(stars), part(&letters[letters.len() - tail..]))
}

/// Runs of 15 to 18 digits, the last of which may be an X, masked as identity numbers are.
pub fn without_id_numbers(text: &str) -> String {
    with_runs(text, |run| (15..=18).contains(&run.len()).then(|| mask_id(run)))
}

/// Runs of eleven digits that begin as numbers of mobile telephones do, masked as these are.
pub fn without_mobile_numbers(text: &str) -> String {
    let is_mobile =
        |run: &str| run.len() == 11 && run.starts_with('1') && matches!(run.as_bytes().get(1), Some(b'3'..=b'9'));
    with_runs(text, |run| is_mobile(run).then(|| mask_phone(run)))
}

/// A text with some of its runs of digits said otherwise; seventeen digits and an X are a run, too.
fn with_runs(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let Some(_) = text.bytes().find(u8::is_ascii_digit) else { return text.to_owned() };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        let digits = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        let with_x = digits == 17 && matches!(from.as_bytes().get(digits), Some(b'x' | b'X'));
        let (run, after) = from.split_at(digits + usize::from(with_x));
        out.push_str(before);
        out.push_str(other(run).as_deref().unwrap_or(run));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_one_and_hides_nothing() {
        assert_eq!(one_line("  22:00–22:30\r\n升级\u{202e}\t完成\u{200b} "), "22:00–22:30 升级 完成");
        assert_eq!(one_line("\n \u{feff}"), "");
    }

    #[test]
    fn lines_of_a_cell_become_one() {
        for (text, line) in [
            ("禾川包装\r\n制品有限公司", "禾川包装制品有限公司"),
            ("Hechuan\nLtd.\t(Yunnan)", "Hechuan Ltd. (Yunnan)"),
            ("一号楼\nA座", "一号楼A座"),
            ("\u{200b} 张 三\n", "张 三"),
        ] {
            assert_eq!(joined_lines(text), line);
        }
    }

    #[test]
    fn width_case_and_blanks_make_no_difference() {
        for (text, same) in [
            (" r00 12\u{3000}３Ａ", "R00123A"),
            ("禾川（云南）包装", "禾川(云南)包装"),
            ("\u{feff}a\u{200b}－１", "A-1"),
            ("", ""),
        ] {
            assert_eq!(folded(text), same);
        }
    }

    #[test]
    fn identity_numbers_in_a_text_are_masked() {
        for (text, shown) in [
            ("", ""),
            ("陈某 53010219900101123X，铺面", "陈某 530102********123X，铺面"),
            ("530102199001011234", "530102********1234"),
            ("530102900101123", "530102*****1123"),
            ("a53010219900101123xb", "a530102********123xb"),
            ("5301021990010112345", "5301021990010112345"),
            ("13800000000 2024-09-30 10000000000000", "13800000000 2024-09-30 10000000000000"),
            ("530102900101123,530102900101123", "530102*****1123,530102*****1123"),
        ] {
            assert_eq!(without_id_numbers(text), shown, "{text}");
        }
    }

    #[test]
    fn mobile_numbers_in_a_text_are_masked() {
        for (text, shown) in [
            ("手机号码13800138000已被张三使用", "手机号码138****8000已被张三使用"),
            ("13800138000,19912345678", "138****8000,199****5678"),
            ("12800138000 138001380001 1380013800", "12800138000 138001380001 1380013800"),
            ("合同 20240900001，53010219900101123X", "合同 20240900001，53010219900101123X"),
            ("", ""),
        ] {
            assert_eq!(without_mobile_numbers(text), shown, "{text}");
        }
    }

    #[test]
    fn phones_are_masked() {
        for (phone, masked) in [
            ("13800138000", "138****8000"),
            ("", ""),
            ("123", "***"),
            ("12345", "1***5"),
            ("0731-8888888", "073*****8888"),
        ] {
            assert_eq!(mask_phone(phone), masked);
        }
    }

    #[test]
    fn download_names_stay_names() {
        for (name, safe) in [
            ("../../etc/passwd", "etcpasswd"),
            ("a\r\nb.xlsx", "ab.xlsx"),
            ("\u{202e}gpj.exe", "gpj.exe"),
            ("用户数据.xlsx", "用户数据.xlsx"),
            ("...", "download"),
        ] {
            assert_eq!(safe_file_name(name), safe);
        }
        assert_eq!(
            content_disposition("数据 1.xlsx", false),
            "attachment; filename=%E6%95%B0%E6%8D%AE%201.xlsx; filename*=utf-8''%E6%95%B0%E6%8D%AE%201.xlsx"
        );
    }

    #[test]
    fn like_ignores_case_and_blanks() {
        assert!(like("ZhangSan", " zhang "));
        assert!(like("ZhangSan", "\u{feff}\u{200b}zhang"));
        assert!(like("张三", ""));
        assert!(!like("张三", "李"));
    }
}
