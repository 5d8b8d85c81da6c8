//! Where lines of the log go, with the real binary: journald, a file of its own, one line an event.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::http::{initialise, run};
use crate::support::until;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// A server whose standard error goes into a file; stopped when dropped.
struct Running(Child);

impl Running {
    fn signal(&self, name: &str) {
        Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status().expect("signalled");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn serve(data: &Path, errors: &Path, settings: &[(&str, &str)]) -> Running {
    let errors = File::create(errors).expect("a file");
    let metadata = errors.metadata().expect("there");
    let stream = format!("{}:{}", metadata.dev(), metadata.ino());
    let settings = settings.iter().map(|(key, value)| (*key, value.replace("{stream}", &stream)));
    let process = Command::new(BINARY)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .envs(settings)
        .stdout(Stdio::null())
        .stderr(errors)
        .spawn()
        .expect("starts");
    Running(process)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn journald_gets_levels_and_no_time_and_a_stream_that_is_another_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, errors) = (folder.path().join("data"), folder.path().join("errors"));
    initialise(BINARY, &data);
    // A port that can't be had is a warning.
    let settings = [("GX_METRICS_LISTEN", "192.0.2.1:1"), ("GX_LOG", "info")];
    let journal = [&settings[..], &[("JOURNAL_STREAM", "{stream}")]].concat();
    let server = serve(&data, &errors, &journal);
    until(|| text(&errors).contains("指标地址"));
    drop(server);
    let told = text(&errors);
    assert!(told.lines().all(|line| line.starts_with('<') && line.as_bytes().get(2) == Some(&b'>')), "{told}");
    assert!(told.lines().any(|line| line.starts_with("<4> WARN") || line.starts_with("<4>WARN")), "{told}");
    let server = serve(&data, &errors, &[&settings[..], &[("JOURNAL_STREAM", "1:1")]].concat());
    until(|| text(&errors).contains("指标地址"));
    drop(server);
    assert!(text(&errors).lines().all(|line| line.starts_with("20")), "{}", text(&errors));
}

#[test]
fn a_file_of_its_own_is_private_begun_anew_when_told_and_in_no_backup() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, errors) = (folder.path().join("data"), folder.path().join("errors"));
    initialise(BINARY, &data);
    let settings = [("GX_LOG_TO", "file"), ("GX_LOG_FORMAT", "json"), ("GX_METRICS_LISTEN", "192.0.2.1:1")];
    let mut server = serve(&data, &errors, &settings);
    let file = data.join("logs/gx-portal.log");
    until(|| text(&file).contains("metrics_listen"));
    for (path, mode) in [(&file, 0o600), (&data.join("logs"), 0o700)] {
        assert_eq!(fs::metadata(path).expect("there").permissions().mode() & 0o777, mode, "{path:?}");
    }
    for line in text(&file).lines() {
        let line: Value = serde_json::from_str(line).expect("one value a line");
        assert!(line["level"].is_string() && line["timestamp"].is_string(), "{line}");
    }
    let away = data.join("logs/away.log");
    fs::rename(&file, &away).expect("moved");
    server.signal("HUP");
    until(|| file.exists());
    until(|| text(&file).contains("reloaded"));
    server.signal("TERM");
    assert!(server.0.wait().expect("ends").success());
    assert!(text(&file).contains("stopping"), "{}", text(&file));
    assert_eq!(text(&errors), "", "nothing goes elsewhere");
    let place = data.to_str().expect("a path");
    let backups = folder.path().join("backups");
    let (code, told) =
        run(BINARY, &["backup", "create", "--to", backups.to_str().expect("a path"), "--data", place], "");
    assert_eq!(code, 0, "{told}");
    let made = fs::read_dir(&backups).expect("made").flatten().next().expect("one").path();
    assert!(!made.join("logs").exists() && !text(&made.join("manifest.json")).contains("gx-portal.log"));
    let (code, told) = run(BINARY, &["doctor", "--data", place], "");
    assert_eq!(code, 0, "{told}");
}
