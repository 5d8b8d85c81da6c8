//! Where lines of the log go, and how they look.
//!
//! Invariants: an event is one line, whatever it holds (CR and LF are written as `\r` and `\n`); a line that can't be written
//! is lost and counted, never a request and never a panic; under journald each line begins with its level and has no time,
//! which journald knows better.

mod file;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

use crate::config::operation::{LogFormat, LogTo, Operation};
use crate::error::{AppError, Result};
use file::Limits;
pub(super) use file::LogFile;

/// What takes lines.
#[derive(Clone)]
enum Target {
    Stderr,
    File(Arc<LogFile>),
}

/// Makes one line of each event.
struct Sink {
    target: Target,
    with_level: bool,
}

/// Takes one event.
struct LogLine<'a> {
    sink: &'a Sink,
    level: Level,
}

/// The level as the system's log counts it.
fn priority(level: Level) -> u8 {
    match level {
        Level::ERROR => 3,
        Level::WARN => 4,
        Level::INFO => 6,
        _ => 7,
    }
}

/// An event as one line, with its end.
fn one_line(event: &[u8], prefix: Option<u8>) -> Vec<u8> {
    let mut line = prefix.map(|level| format!("<{level}>").into_bytes()).unwrap_or_default();
    let begin = event.iter().position(|byte| *byte != b' ').unwrap_or(0);
    for byte in event.strip_suffix(b"\n").unwrap_or(event).get(begin..).unwrap_or_default() {
        match byte {
            b'\n' => line.extend_from_slice(b"\\n"),
            b'\r' => line.extend_from_slice(b"\\r"),
            byte => line.push(*byte),
        }
    }
    line.push(b'\n');
    line
}

impl Write for LogLine<'_> {
    fn write(&mut self, event: &[u8]) -> std::io::Result<usize> {
        let line = one_line(event, self.sink.with_level.then(|| priority(self.level)));
        match &self.sink.target {
            // Nobody reads standard error any more: there is no place to say so.
            Target::Stderr => drop(std::io::stderr().write_all(&line)),
            Target::File(file) => file.line(&line),
        }
        Ok(event.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Sink {
    type Writer = LogLine<'a>;

    fn make_writer(&'a self) -> Self::Writer {
        LogLine { sink: self, level: Level::INFO }
    }

    fn make_writer_for(&'a self, event: &Metadata<'_>) -> Self::Writer {
        LogLine { sink: self, level: *event.level() }
    }
}

/// The time of a line, unless somebody else knows it.
struct Time(bool);

impl FormatTime for Time {
    fn format_time(&self, w: &mut Writer<'_>) -> std::fmt::Result {
        if self.0 { SystemTime.format_time(w) } else { Ok(()) }
    }
}

/// Whether standard error is a stream of journald's (`JOURNAL_STREAM` names its device and inode).
fn is_journal() -> bool {
    let Ok(named) = std::env::var("JOURNAL_STREAM") else { return false };
    rustix::fs::fstat(std::io::stderr()).is_ok_and(|stat| named == format!("{}:{}", stat.st_dev, stat.st_ino))
}

/// Packages of the program that log.
const PACKAGES: [&str; 3] = ["gx_kernel", "gx_listener", "gx_store"];

/// A filter in which what is said of `gx_portal` counts for its packages, too.
fn of_the_whole_program(filter: &str) -> String {
    let mut directives: Vec<String> = filter.split(',').map(|directive| directive.trim().to_owned()).collect();
    let own = directives.iter().find_map(|directive| directive.strip_prefix("gx_portal"));
    let level = own.filter(|level| level.is_empty() || level.starts_with('=')).map(str::to_owned);
    if let Some(level) = level {
        // what is said of one of them counts
        let unsaid = PACKAGES.iter().filter(|package| !filter.contains(**package));
        directives.extend(unsaid.map(|package| format!("{package}{level}")).collect::<Vec<_>>());
    }
    directives.join(",")
}

/// The filter of the setting `log`.
///
/// # Errors
/// A word that is no level: as a filter it would show nothing.
pub(super) fn checked(filter: &str) -> Result<EnvFilter> {
    let refused = || AppError::refused(format!("配置项 log 的值“{filter}”不正确，例如 info 或 gx_portal=debug"));
    let is_word = |part: &str| !part.contains(['=', ':', '_', '[']) && part.parse::<LevelFilter>().is_err();
    if filter.split(',').map(str::trim).any(is_word) {
        return Err(refused());
    }
    EnvFilter::try_new(of_the_whole_program(filter)).map_err(|error| refused().because(error))
}

/// Begins to log; answers the file, if lines go into one.
///
/// # Errors
/// A filter that is none, a folder that can't be written.
pub(super) fn begin(filter: &str, operation: &Operation, folder: &Path) -> Result<Option<Arc<LogFile>>> {
    let parsed = checked(filter)?;
    let file = match operation.log_to.value {
        LogTo::Stderr => None,
        LogTo::File => {
            let opened = LogFile::open(folder, Limits::USUAL);
            Some(Arc::new(
                opened.map_err(|error| AppError::refused(format!("无法写日志文件夹 {}：{error}", folder.display())))?,
            ))
        }
    };
    let with_level = file.is_none() && is_journal();
    let sink = Sink { target: file.clone().map_or(Target::Stderr, Target::File), with_level };
    let colours = file.is_none() && !with_level && std::io::stderr().is_terminal();
    let builder = tracing_subscriber::fmt().with_env_filter(parsed).with_writer(sink).with_timer(Time(!with_level));
    match operation.log_format.value {
        LogFormat::Text => builder.with_ansi(colours).init(),
        LogFormat::Json => builder.json().with_ansi(false).flatten_event(true).init(),
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_filtered_with_its_packages() {
        for (filter, whole) in [
            ("info", "info"),
            ("warn, gx_portal=debug", "warn,gx_portal=debug,gx_kernel=debug,gx_listener=debug,gx_store=debug"),
            ("gx_portal=info,gx_store=trace", "gx_portal=info,gx_store=trace,gx_kernel=info,gx_listener=info"),
            ("gx_portal::web=debug", "gx_portal::web=debug"),
        ] {
            assert_eq!(of_the_whole_program(filter), whole, "{filter}");
        }
    }

    #[test]
    fn an_event_is_one_line() {
        assert_eq!(one_line(b"a\r\nINFO forged\n", None), b"a\\r\\nINFO forged\n");
        assert_eq!(one_line(b" b\n", Some(priority(Level::WARN))), b"<4>b\n");
        assert_eq!(one_line(b"\n", Some(6)), b"<6>\n");
        assert_eq!(one_line(b"", None), b"\n");
    }
}
