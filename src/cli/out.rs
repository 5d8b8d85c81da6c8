//! Printing: results to standard output, refusals to standard error. A closed pipe is not a crash.

use std::io::Write;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde_json::{Value, json};

use super::{Code, Failure};

/// One line for people.
pub(super) fn line(text: impl AsRef<str>) {
    let mut out = std::io::stdout().lock();
    // Nobody reads any more (a closed pipe): nothing to tell anybody.
    drop(writeln!(out, "{}", text.as_ref()).and_then(|()| out.flush()));
}

/// What is not wrong, but should be changed.
pub(super) fn hints(warnings: &[String]) {
    for warning in warnings {
        line(format!("提示：{warning}"));
    }
}

/// The JSON result, indented.
pub(super) fn json(value: &Value) {
    line(format!("{value:#}"));
}

fn complain(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}

/// A sentence to standard error (with `--json` an object on standard output too); the exit code.
pub(super) fn failure(failure: &Failure, as_json: bool) -> ExitCode {
    if as_json {
        json(&json!({"ok": false, "message": failure.fault.message, "exitCode": failure.code as u8}));
    }
    complain(&format!("错误：{}", failure.fault.message));
    if let Some(cause) = failure.fault.cause.as_deref().filter(|cause| *cause != failure.fault.message) {
        complain(&format!("详情：{cause}"));
    }
    ExitCode::from(failure.code as u8)
}

/// What `clap` has to say: help and version to standard output, wrong usage as a sentence.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        line(in_chinese(error).trim_end());
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        complain(in_chinese(error).trim_end());
        return ExitCode::from(Code::Usage as u8);
    }
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        _ => String::new(),
    };
    let argument = text(ContextKind::InvalidArg);
    let sentence = match error.kind() {
        ErrorKind::UnknownArgument => format!("不认识的参数 {argument}"),
        ErrorKind::InvalidSubcommand => format!("不认识的命令 {}", text(ContextKind::InvalidSubcommand)),
        ErrorKind::MissingSubcommand => "缺少命令".to_owned(),
        ErrorKind::MissingRequiredArgument => format!("缺少参数 {argument}"),
        ErrorKind::InvalidValue if text(ContextKind::InvalidValue).is_empty() => format!("参数 {argument} 缺少值"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("参数 {argument} 的值“{}”不正确", text(ContextKind::InvalidValue))
        }
        ErrorKind::ArgumentConflict => format!("参数 {argument} 重复或与其他参数冲突"),
        _ => format!("命令用法不正确（{argument}）"),
    };
    complain(&format!("错误：{sentence}。加上 --help 可查看用法和示例"));
    ExitCode::from(Code::Usage as u8)
}

/// The one word of clap's help that no template reaches.
fn in_chinese(error: &clap::Error) -> String {
    error.render().to_string().replace("[OPTIONS]", "[选项]")
}

/// A number of bytes for people.
pub(super) fn bytes(count: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    for (unit, size) in UNITS {
        if count >= size {
            return format!("{}.{} {unit}", count / size, count % size * 10 / size);
        }
    }
    format!("{count} 字节")
}

/// Adds a field to an answer; what is no object, of a server of another version, stays as it is.
pub(super) fn add(answer: &mut Value, field: &str, value: Value) {
    if let Some(fields) = answer.as_object_mut() {
        fields.insert(field.to_owned(), value);
    }
}

/// A text field of a result, or nothing.
pub(super) fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// A number of a result, or 0.
pub(super) fn number(value: &Value, field: &str) -> u64 {
    value.get(field).and_then(Value::as_u64).unwrap_or_default()
}

/// Says that something was done and is missing in the audit log, when it is.
pub(super) fn not_logged(answer: &Value) {
    if let Some(why) = answer.get("notLogged").and_then(Value::as_str) {
        line(format!("提示：{why}"));
    }
}
