//! What the log server is told: one message of RFC 5424 a row of the audit log, as a pure function.
//!
//! Invariants: what leaves the house is what the lists 操作日志 and 登录日志 show to their readers: number, login name,
//! address, module, kind, route, result, the sentence of a refusal, and the hash that chains the row. **Inputs, the fields
//! before and after, paths with numbers of records, sessions and browsers are never sent**; numbers of identity cards and of
//! mobile telephones within a sentence are masked. One event is one message, whatever somebody typed (no control sign
//! leaves); a message has a bound in bytes and is cut between characters, with a mark; what stands in the structured data is
//! cut by itself, so it is always whole syntax.
//!
//! Facility 13, «log audit», not 10 (authpriv): a collector keeps the rows apart from the sign-ins of its machines, which
//! come under 10. The text begins with the mark of UTF-8 (BOM), as RFC 5424 6.4 demands of UTF-8; collectors of a Chinese
//! network would otherwise have to guess between it and GB 18030. The number behind `audit@` is the one that RFC 5612 keeps
//! for whoever has none: names without a number belong to IANA, and a number of somebody else would be a lie.

use std::fmt::Write as _;

use crate::kernel::dates::Stamp;
use crate::kernel::text::{one_line, without_id_numbers, without_mobile_numbers};
use crate::platform::audit::{AuditAction, AuditRow};

/// Most bytes of a message in a stream; RFC 5425 asks receivers to take as many.
pub const MOST_IN_STREAM: usize = 8_192;
/// Most bytes of a message in a datagram; RFC 5426 asks receivers to take as many.
pub const MOST_IN_DATAGRAM: usize = 2_048;
/// Most bytes of a value in the structured data, as it is written.
const MOST_OF_VALUE: usize = 160;
/// Most signs of a host name (RFC 5424 6).
const MOST_OF_HOST: usize = 255;

const FACILITY: u8 = 13;
const WARNING: u8 = 4;
const NOTICE: u8 = 5;
const INFORMATIONAL: u8 = 6;
const STRUCTURE: &str = "audit@32473";
const BOM: char = '\u{feff}';
/// What stands at the end of a text that was cut.
const CUT: &str = "…（已截断）";

/// Who speaks: the same for each message of a run.
#[derive(Debug, Clone)]
pub struct Speaker {
    host: String,
    process: u32,
}

impl Speaker {
    /// Of a machine and a process. Signs that a host name can't hold are left out.
    pub fn new(host: &str, process: u32) -> Self {
        let host: String = host.chars().filter(char::is_ascii_graphic).take(MOST_OF_HOST).collect();
        Self { host: if host.is_empty() { "-".into() } else { host }, process }
    }
}

/// What a log server is told beside rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// An administrator tries whether messages come.
    Test,
    /// Rows that were archived before they could be sent.
    Archived {
        /// The first of them.
        from: u64,
        to: u64,
    },
    /// Rows that can't be read, or are not there.
    Unreadable {
        /// The first of them.
        from: u64,
        to: u64,
    },
    /// The data were brought back from a backup; numbers after this one are given again.
    Restored {
        at: Stamp,
        /// The newest row that came back.
        head: u64,
    },
    /// The log ends before what was sent already.
    Behind {
        /// What was sent last.
        sent: u64,
        /// The newest row.
        head: u64,
    },
}

impl Note {
    /// For the collector and for the page.
    pub fn sentence(&self) -> String {
        let rows = |from: u64, to: u64| {
            if from == to { format!("第 {from} 号") } else { format!("第 {from} 至 {to} 号") }
        };
        match self {
            Self::Test => "审计日志转发测试：收到这条消息说明转发正常".into(),
            Self::Archived { from, to } => {
                format!("{}审计记录在发送前已归档，没有发送；内容在数据目录的 archive 文件夹中", rows(*from, *to))
            }
            Self::Unreadable { from, to } => {
                format!("{}审计记录无法读取，没有发送；请在服务器上运行 gx-portal doctor", rows(*from, *to))
            }
            Self::Restored { at, head } => format!(
                "数据已于 {} 从备份恢复到第 {head} 号审计记录；此后的编号重新使用，与恢复前收到的同号记录无关",
                at.to_text()
            ),
            Self::Behind { sent, head } => {
                format!("审计日志的末尾（第 {head} 号）早于已发送的第 {sent} 号，从末尾继续发送；请核对数据是否被替换")
            }
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Archived { .. } => "archived",
            Self::Unreadable { .. } => "unreadable",
            Self::Restored { .. } => "restored",
            Self::Behind { .. } => "behind",
        }
    }

    fn numbers(&self) -> Vec<(&'static str, u64)> {
        match self {
            Self::Test => Vec::new(),
            Self::Archived { from, to } | Self::Unreadable { from, to } => vec![("from", *from), ("to", *to)],
            Self::Restored { head, .. } => vec![("head", *head)],
            Self::Behind { sent, head } => vec![("sent", *sent), ("head", *head)],
        }
    }

    /// The message about it.
    pub fn message(&self, speaker: &Speaker, at: Stamp, most: usize) -> String {
        let severity = if *self == Self::Test { INFORMATIONAL } else { WARNING };
        let mut values = vec![("note", self.word().to_owned())];
        values.extend(self.numbers().into_iter().map(|(name, number)| (name, number.to_string())));
        written(speaker, severity, at, "note", &values, &self.sentence(), most)
    }
}

/// The message about a row, of at most so many bytes.
pub fn of_row(speaker: &Speaker, row: &AuditRow, most: usize) -> String {
    let (id, deed) = deed(row.deed);
    let done = row.code == 200;
    let severity = match row.code {
        200 => INFORMATIONAL,
        401 | 403 => WARNING,
        _ if row.deed == AuditAction::SignIn as u8 => WARNING,
        _ => NOTICE,
    };
    let values = [
        ("seq", row.audit_id.to_string()),
        ("person", row.actor.clone()),
        ("address", row.ip.clone()),
        ("title", row.title.clone()),
        ("route", row.method.clone()),
        ("result", if done { "ok".into() } else { "refused".to_owned() }),
        ("code", row.code.to_string()),
        ("hash", row.hash.clone()),
    ];
    let place = if row.ip.is_empty() { String::new() } else { format!("（{}）", row.ip) };
    let who = if row.actor.is_empty() { "未登录的人" } else { &row.actor };
    let what = if row.deed == AuditAction::SignIn as u8 { row.title.clone() } else { format!("{}·{deed}", row.title) };
    let sentence = without_mobile_numbers(&without_id_numbers(&row.message));
    let end = if done && row.deed != AuditAction::SignIn as u8 { "成功".to_owned() } else { sentence };
    let refused = if done { "" } else { "被拒绝，" };
    written(speaker, severity, row.at, id, &values, &format!("{who}{place} {what}：{refused}{end}"), most)
}

/// What a kind of operation is called: for programs, and for people.
fn deed(number: u8) -> (&'static str, &'static str) {
    match number {
        1 => ("insert", "新增"),
        2 => ("update", "修改"),
        3 => ("delete", "删除"),
        4 => ("grant", "授权"),
        5 => ("export", "导出"),
        6 => ("import", "导入"),
        7 => ("forceOff", "强退"),
        9 => ("clean", "清空数据"),
        20 => ("signIn", "登录"),
        _ => ("other", "其他"),
    }
}

fn written(
    speaker: &Speaker,
    severity: u8,
    at: Stamp,
    id: &str,
    values: &[(&str, String)],
    text: &str,
    most: usize,
) -> String {
    // The zone of the product has had one offset since 1991 (`kernel/dates.rs`).
    let at = at.local().strftime("%Y-%m-%dT%H:%M:%S%.3f+08:00");
    let mut message =
        format!("<{}>1 {at} {} gx-portal {} {id} [{STRUCTURE}", FACILITY * 8 + severity, speaker.host, speaker.process);
    for (name, value) in values {
        // Writing to a text does not fail.
        let _ = write!(message, " {name}=\"{}\"", escaped(value));
    }
    message.push_str("] ");
    message.push(BOM);
    let left = most.saturating_sub(message.len());
    message.push_str(&cut(one_line(text), left));
    message
}

/// A value of the structured data: RFC 5424 6.3.3 wants `"`, `\` and `]` behind a `\`.
fn escaped(value: &str) -> String {
    let mut out = String::new();
    for sign in one_line(value).chars() {
        let escape = matches!(sign, '"' | '\\' | ']');
        if out.len() + sign.len_utf8() + usize::from(escape) > MOST_OF_VALUE - '…'.len_utf8() {
            out.push('…');
            break;
        }
        if escape {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

/// A text of at most so many bytes, cut between characters.
fn cut(mut text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let mut end = most.saturating_sub(CUT.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    if most >= CUT.len() {
        text.push_str(CUT);
    }
    text
}

/// Adds a message to a stream: its bytes counted before it (RFC 6587 3.4.1), so that no sign in it can end it.
pub fn frame(message: &str, stream: &mut Vec<u8>) {
    stream.extend_from_slice(message.len().to_string().as_bytes());
    stream.push(b' ');
    stream.extend_from_slice(message.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::dates::range_begin;

    fn row() -> AuditRow {
        AuditRow {
            audit_id: 7,
            previous: "aa".into(),
            hash: "bb".into(),
            at: Stamp(range_begin("2026-03-01 08:30:05").unwrap().0 + 7),
            title: "用户管理".into(),
            deed: AuditAction::Update as u8,
            method: "PUT /system/user".into(),
            actor: "zhangsan".into(),
            user_id: 3,
            dept_name: "办公室".into(),
            session: "5e55104".into(),
            ip: "10.1.2.3".into(),
            user_agent: "Agent/1".into(),
            request_id: "req".into(),
            path: "/system/user/77".into(),
            input: r#"{"realName":"李四输入"}"#.into(),
            changes: r#"[{"before":{"phone":"138****0000"}}]"#.into(),
            code: 200,
            message: "操作成功".into(),
            cost: 3,
        }
    }

    fn describe(row: &AuditRow) -> String {
        of_row(&Speaker::new("gx-box", 42), row, MOST_IN_STREAM)
    }

    #[test]
    fn a_row_is_one_message_with_what_the_list_shows_and_nothing_else() {
        let expected = "<110>1 2026-03-01T08:30:05.007+08:00 gx-box gx-portal 42 update [audit@32473 seq=\"7\" \
                        person=\"zhangsan\" address=\"10.1.2.3\" title=\"用户管理\" route=\"PUT /system/user\" \
                        result=\"ok\" code=\"200\" hash=\"bb\"] \u{feff}zhangsan（10.1.2.3） 用户管理·修改：成功";
        assert_eq!(describe(&row()), expected);
        for kept in ["李四输入", "138****", "/system/user/77", "5e55104", "Agent/1", "办公室"] {
            assert!(!describe(&row()).contains(kept), "{kept} stays at home");
        }
    }

    #[test]
    fn kind_and_outcome_decide_name_and_severity() {
        let refused = |deed: AuditAction, code: u16, message: &str| {
            describe(&AuditRow { deed: deed as u8, code, message: message.into(), ..row() })
        };
        for (told, begin, id, end) in [
            (refused(AuditAction::Insert, 500, "名称已存在"), "<109>1 ", " insert [", "被拒绝，名称已存在"),
            (refused(AuditAction::Export, 403, "没有权限"), "<108>1 ", " export [", "用户管理·导出：被拒绝，没有权限"),
            (refused(AuditAction::SignIn, 500, "密码错误"), "<108>1 ", " signIn [", " 用户管理：被拒绝，密码错误"),
            (refused(AuditAction::SignIn, 200, "登录成功"), "<110>1 ", " signIn [", " 用户管理：登录成功"),
            (refused(AuditAction::ForceOff, 200, "操作成功"), "<110>1 ", " forceOff [", "·强退：成功"),
            (
                refused(AuditAction::Other, 500, "530102199001011234、13800138000 已登记"),
                "<109>1 ",
                " other [",
                "530102********1234、138****8000 已登记",
            ),
        ] {
            assert!(told.starts_with(begin) && told.contains(id) && told.ends_with(end), "{told}");
        }
        let nobody = AuditRow { actor: String::new(), ip: String::new(), deed: 200, ..row() };
        assert!(describe(&nobody).ends_with("\u{feff}未登录的人 用户管理·其他：成功"), "{}", describe(&nobody));
    }

    #[test]
    fn nothing_that_was_typed_splits_a_message_or_ends_a_value() {
        let nasty = "a\"b]c\\d\r\n<13>1 forged\0\u{85}\u{2028}\u{1b}[31m";
        let told =
            describe(&AuditRow { actor: nasty.into(), title: nasty.into(), code: 500, message: nasty.into(), ..row() });
        assert!(!told.chars().any(char::is_control) && !told.contains('\u{2028}'), "{told:?}");
        assert!(told.contains(r#"person="a\"b\]c\\d <13>1 forged [31m""#), "{told}");
        assert!(told.ends_with("被拒绝，a\"b]c\\d <13>1 forged [31m"), "the text needs no escape: {told}");
        let mut stream = Vec::new();
        frame(&told, &mut stream);
        assert_eq!(stream.iter().filter(|byte| **byte == b'\n').count(), 0);
    }

    #[test]
    fn a_message_has_a_bound_and_is_cut_between_characters() {
        let long = AuditRow { code: 500, message: "税".repeat(3_000), ..row() };
        assert!(long.message.len() == 9_000);
        for most in [MOST_IN_STREAM, MOST_IN_DATAGRAM, MOST_IN_DATAGRAM + 1, MOST_IN_DATAGRAM + 2] {
            let told = of_row(&Speaker::new("h", 1), &long, most);
            assert!(told.len() <= most && told.len() > most - 3 && told.ends_with("税…（已截断）"), "{}", told.len());
        }
        // The worst of everything still leaves room for the text within a datagram.
        let worst = AuditRow {
            audit_id: u64::MAX,
            actor: "\"".repeat(500),
            ip: "]".repeat(500),
            title: "测".repeat(500),
            method: "\\".repeat(500),
            hash: "f".repeat(64),
            code: u16::MAX,
            message: "文".repeat(3_000),
            ..row()
        };
        let told = of_row(&Speaker::new(&"h".repeat(900), u32::MAX), &worst, MOST_IN_DATAGRAM);
        assert!(told.len() <= MOST_IN_DATAGRAM && told.contains("seq=\"18446744073709551615\""), "{told}");
        assert!(told.contains("] \u{feff}") && told.contains(&format!("{}…\" address", "\\\"".repeat(78))), "{told}");
        assert_eq!((cut("税".into(), 2), cut("税".into(), 3)), (String::new(), "税".into()));
    }

    #[test]
    fn a_frame_counts_bytes_and_a_speaker_without_a_name_is_a_dash() {
        let mut stream = Vec::new();
        frame("<1>税", &mut stream);
        frame("x", &mut stream);
        assert_eq!(stream, "6 <1>税1 x".as_bytes());
        for (host, shown) in [("", "-"), ("盒子", "-"), ("a b\n", "ab")] {
            assert_eq!(Speaker::new(host, 1).host, shown);
        }
    }

    #[test]
    fn a_note_says_in_words_and_numbers_what_is_missing() {
        let told = Note::Archived { from: 5, to: 9 }.message(&Speaker::new("h", 1), row().at, MOST_IN_DATAGRAM);
        assert!(
            told.starts_with("<108>1 ") && told.contains(" note [audit@32473 note=\"archived\" from=\"5\" to=\"9\"] ")
        );
        assert!(told.ends_with("第 5 至 9 号审计记录在发送前已归档，没有发送；内容在数据目录的 archive 文件夹中"));
        assert!(Note::Unreadable { from: 5, to: 5 }.sentence().starts_with("第 5 号审计记录无法读取"));
        assert!(Note::Test.message(&Speaker::new("h", 1), row().at, 2_048).starts_with("<110>1 "));
    }
}
