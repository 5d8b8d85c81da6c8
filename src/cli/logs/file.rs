//! A log file of our own: it turns over by size, older ones are packed and go in time.
//!
//! Invariants: files are mode 0600; what can't be written is counted, and said when writing works again; turning over never
//! waits for packing, which has a thread of its own; a name is never given twice. A file that somebody else has moved away
//! is begun again when the program is told to (SIGHUP).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::write::GzEncoder;
use parking_lot::Mutex;

use crate::kernel::dates::Stamp;

/// Name of the file that is written.
const NAME: &str = "gx-portal.log";
/// Beginning of the names of those before it.
const BEFORE: &str = "gx-portal-";
/// A file that can't be turned over is tried again after so many more bytes.
const AGAIN: u64 = 1 << 20;

/// How much is kept.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Limits {
    /// Bytes of one file.
    pub bytes: u64,
    /// Files before the present one.
    pub files: usize,
    /// How old they may become.
    pub age: Duration,
}

impl Limits {
    /// 50 MiB, ten of them, thirty days.
    pub(super) const USUAL: Self = Self { bytes: 50 << 20, files: 10, age: Duration::from_secs(30 * 86_400) };
}

struct State {
    file: Option<File>,
    size: u64,
    /// At which size it is turned over.
    turn: u64,
    lost: u64,
    // A line was cut off in its middle.
    torn: bool,
}

/// The file with those before it.
pub(in super::super) struct LogFile {
    folder: PathBuf,
    limits: Limits,
    state: Mutex<State>,
    // One packs at a time.
    packing: Arc<Mutex<()>>,
}

fn open_file(folder: &Path) -> io::Result<(File, u64)> {
    let file = OpenOptions::new().append(true).create(true).mode(0o600).open(folder.join(NAME))?;
    let size = file.metadata()?.len();
    Ok((file, size))
}

impl LogFile {
    /// Opens the file in its folder, which is made when it is missing.
    ///
    /// # Errors
    /// A folder or file that can't be written.
    pub(in super::super) fn open(folder: &Path, limits: Limits) -> io::Result<Self> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let (file, size) = open_file(folder)?;
        let state = Mutex::new(State { file: Some(file), size, turn: limits.bytes, lost: 0, torn: false });
        let log = Self { folder: folder.to_path_buf(), limits, state, packing: Arc::default() };
        log.tidy();
        Ok(log)
    }

    /// Begins again under the same name, for a file that was moved away.
    ///
    /// # Errors
    /// A file that can't be opened; the one before stays in use.
    pub(in super::super) fn reopen(&self) -> io::Result<()> {
        let (file, size) = open_file(&self.folder)?;
        let mut state = self.state.lock();
        (state.file, state.size, state.turn) = (Some(file), size, self.limits.bytes);
        Ok(())
    }

    /// Writes a line, which ends with a line feed.
    pub(in super::super) fn line(&self, line: &[u8]) {
        let mut state = self.state.lock();
        if state.size > 0 && state.size + line.len() as u64 > state.turn {
            self.turn_over(&mut state);
        }
        if state.lost > 0 || state.torn {
            let torn = if state.torn { "\n" } else { "" };
            let told = format!("{torn}（此前 {} 行日志因磁盘写满或出错没有写下）\n", state.lost);
            if !put(&mut state, told.as_bytes()) {
                state.lost += 1;
                return;
            }
            (state.lost, state.torn) = (0, false);
        }
        if !put(&mut state, line) {
            state.lost += 1;
        }
    }

    /// Gives the file another name and begins the next. What fails leaves the present one in use.
    fn turn_over(&self, state: &mut State) {
        state.turn = state.size + AGAIN;
        let present = self.folder.join(NAME);
        if fs::rename(&present, self.free_name()).is_err() {
            return;
        }
        // The old handle writes on into the renamed file until a new one is there.
        if let Ok((file, size)) = open_file(&self.folder) {
            (state.file, state.size, state.turn) = (Some(file), size, self.limits.bytes);
        }
        self.tidy();
    }

    /// A name behind all others of its second: a number that became free again would make the newest file the oldest.
    fn free_name(&self) -> PathBuf {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
        let at = Stamp(i64::try_from(now).unwrap_or(0)).to_text().replace([' ', ':', '-'], "");
        let start = format!("{BEFORE}{at}-");
        let number = |path: &PathBuf| {
            let rest = path.file_name()?.to_str()?.strip_prefix(&start)?;
            rest.split('.').next()?.parse::<u32>().ok()
        };
        let last = before(&self.folder).unwrap_or_default().iter().filter_map(number).max();
        self.folder.join(format!("{start}{:03}.log", last.map_or(0, |last| last + 1)))
    }

    /// Packs what was turned over and removes what is too much or too old, on a thread of its own.
    fn tidy(&self) {
        let (folder, limits, packing) = (self.folder.clone(), self.limits, self.packing.clone());
        let work = move || {
            let _one = packing.lock();
            drop(tidy(&folder, limits));
        };
        // Without a thread it is done at the next turn.
        drop(std::thread::Builder::new().name("log-packing".into()).spawn(work));
    }
}

/// Writes bytes; says whether all of them are there.
fn put(state: &mut State, bytes: &[u8]) -> bool {
    let Some(file) = &mut state.file else { return false };
    let mut rest = bytes;
    while !rest.is_empty() {
        match file.write(rest) {
            Ok(0) => break,
            Ok(written) => rest = rest.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    state.size += (bytes.len() - rest.len()) as u64;
    state.torn |= !rest.is_empty() && rest.len() < bytes.len();
    rest.is_empty()
}

/// Those before the present one, oldest first.
fn before(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(BEFORE)))
        .collect();
    found.sort();
    Ok(found)
}

fn tidy(folder: &Path, limits: Limits) -> io::Result<()> {
    for path in before(folder)? {
        match path.extension().and_then(|kind| kind.to_str()) {
            Some("log") => pack(&path)?,
            // Left by a full disk or a stop in the middle.
            Some("part") => fs::remove_file(&path)?,
            _ => {}
        }
    }
    let kept = before(folder)?;
    let many = kept.len().saturating_sub(limits.files);
    for (place, path) in kept.iter().enumerate() {
        let age = fs::metadata(path)?.modified()?.elapsed().unwrap_or_default();
        if place < many || age > limits.age {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn pack(path: &Path) -> io::Result<()> {
    let part = path.with_extension("log.part");
    let packed = (|| {
        let target = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
        let mut encoder = GzEncoder::new(target, Compression::fast());
        io::copy(&mut File::open(path)?, &mut encoder)?;
        encoder.finish()?.sync_all()?;
        fs::rename(&part, path.with_extension("log.gz"))?;
        fs::remove_file(path)
    })();
    if packed.is_err() {
        drop(fs::remove_file(&part));
    }
    packed
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::fs::PermissionsExt;

    use flate2::read::GzDecoder;

    use super::*;

    const SMALL: Limits = Limits { bytes: 100, files: 3, age: Duration::from_secs(86_400) };

    fn settled(log: &LogFile) -> Vec<PathBuf> {
        log.tidy();
        // The thread holds the lock while it works; what it left is looked at under it.
        loop {
            let _one = log.packing.lock();
            tidy(&log.folder, log.limits).expect("tidied");
            let all = before(&log.folder).expect("listed");
            if all.iter().all(|path| path.extension().is_some_and(|kind| kind == "gz")) {
                return all;
            }
        }
    }

    #[test]
    fn a_file_turns_over_older_ones_are_packed_and_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = LogFile::open(&folder.path().join("logs"), SMALL).expect("opened");
        for number in 0..60 {
            log.line(format!("line {number:03} 0123456789\n").as_bytes());
        }
        let kept = settled(&log);
        assert!(kept.len() <= SMALL.files, "{kept:?}");
        let present = log.folder.join(NAME);
        for path in kept.iter().chain([&present]) {
            assert_eq!(fs::metadata(path).expect("there").permissions().mode() & 0o777, 0o600, "{path:?}");
        }
        let mut text = String::new();
        for path in &kept {
            GzDecoder::new(File::open(path).expect("there")).read_to_string(&mut text).expect("whole");
        }
        text += &fs::read_to_string(&present).expect("text");
        let numbers: Vec<u32> = text.lines().map(|line| line[5..8].parse().expect("a line")).collect();
        assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1) && numbers.last() == Some(&59), "{numbers:?}");
        // One that is too old goes, though there are few. It comes under its name at once with its age: a thread that still
        // packs may look at any time.
        kept.iter().take(2).for_each(|path| fs::remove_file(path).expect("removed"));
        let (made, old) = (folder.path().join("made"), log.folder.join("gx-portal-20200101000000-00.log.gz"));
        fs::write(&made, "x").expect("written");
        File::options().write(true).open(&made).expect("there").set_modified(SystemTime::UNIX_EPOCH).expect("aged");
        fs::rename(&made, &old).expect("renamed");
        let left = settled(&log);
        assert!(!left.contains(&old) && left == kept[2..], "{left:?}");
    }

    #[test]
    fn lines_that_can_not_be_written_are_counted_and_said_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = LogFile::open(folder.path(), SMALL).expect("opened");
        // A disk that is full, and a folder in which nothing can be turned over.
        log.state.lock().file = Some(OpenOptions::new().write(true).open("/dev/full").expect("the full device"));
        for _ in 0..3 {
            log.line(b"lost\n");
        }
        log.reopen().expect("room again");
        log.line(b"back\n");
        let text = fs::read_to_string(folder.path().join(NAME)).expect("text");
        assert!(text.contains("此前 3 行日志") && text.ends_with("back\n") && !text.contains("lost"), "{text}");
    }

    #[test]
    fn a_file_that_was_moved_away_is_begun_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = LogFile::open(folder.path(), SMALL).expect("opened");
        log.line(b"one\n");
        fs::rename(folder.path().join(NAME), folder.path().join("away")).expect("moved");
        log.reopen().expect("anew");
        log.line(b"two\n");
        assert_eq!(fs::read_to_string(folder.path().join(NAME)).expect("text"), "two\n");
        assert_eq!(fs::read_to_string(folder.path().join("away")).expect("text"), "one\n");
        // A folder that went away loses lines and nothing else.
        fs::remove_dir_all(folder.path()).expect("gone");
        assert!(log.reopen().is_err());
        for _ in 0..50 {
            log.line(b"0123456789\n");
        }
    }
}
