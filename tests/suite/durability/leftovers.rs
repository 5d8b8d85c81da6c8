//! What a killed backup or restore leaves is named, listed and removed, and nothing that merely looks like it; links among
//! the parts of a data directory are refused.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::cli::Place;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Copies the first `steps` files of a folder, as a killed process would have.
fn begun(from: &Path, to: &Path, steps: usize) -> usize {
    fs::create_dir_all(to).expect("mkdir");
    let mut done = 0;
    let mut waiting: Vec<PathBuf> = vec![from.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(&folder).expect("read").map(|one| one.expect("entry").path()).collect();
        entries.sort_unstable();
        for entry in entries {
            let target = to.join(entry.strip_prefix(from).expect("below"));
            if entry.is_dir() {
                fs::create_dir_all(&target).expect("mkdir");
                waiting.push(entry);
            } else if done < steps {
                fs::copy(&entry, &target).expect("copy");
                done += 1;
            }
        }
    }
    done
}

#[test]
fn what_is_killed_at_any_step_is_named_listed_and_removed() {
    let place = Place::installed("a");
    let backup = place.backup();
    let kinds = [
        (".gx-restoring-", "未完成的恢复", ""),
        (".gx-verify-", "校验备份用的副本", "bk"),
        (".unfinished-", "未做完或未删完的备份", "bk"),
    ];
    let mut steps = 0;
    loop {
        let mut left = Vec::new();
        let mut done = 0;
        for (prefix, what, folder) in kinds {
            let path = place.path(folder).join(format!("{prefix}00000000000000{steps:02x}"));
            done = begun(&backup, &path, steps);
            left.push((path, what));
        }
        let told = place.run(&["doctor", "--data", "a"]).expect(0);
        let (path, what) = &left[0];
        told.says(text(path)).says(what);
        let listed = place.run(&["backup", "list", "bk"]).expect(0).says("共 1 份备份");
        left.iter().filter(|(path, _)| path.starts_with(place.path("bk"))).fold(listed, |told, (path, _)| {
            told.says(path.file_name().and_then(|name| name.to_str()).expect("a name"))
        });
        place.run(&["doctor", "--data", "a", "--fix"]).expect(0).says("已删除中断的备份或恢复留下的");
        place.run(&["backup", "prune", "bk", "--keep", "1"]).expect(0).says("保留 1 份备份");
        assert!(left.iter().all(|(path, _)| !path.exists()), "{left:?}");
        assert!(backup.exists(), "the backup stays");
        if done < steps {
            break;
        }
        steps += 1;
    }
    assert!(steps >= 3, "{steps} files");
}

#[test]
fn a_killed_restore_leaves_what_is_found_and_a_running_one_does_not() {
    let place = Place::installed("a");
    let backup = place.backup();
    let found = || -> Vec<PathBuf> {
        let entries = fs::read_dir(place.path("")).expect("read").flatten().map(|entry| entry.path());
        entries.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".gx-"))).collect()
    };
    // As often as it takes to be quicker than a restore of a small database.
    let mut left = Vec::new();
    for _ in 0..200 {
        let mut restoring = place.command(&["restore", "--from", text(&backup), "--data", "b"]).spawn().expect("start");
        while found().is_empty() && restoring.try_wait().expect("asked").is_none() {
            std::thread::yield_now();
        }
        restoring.kill().expect("killed");
        restoring.wait().expect("ended");
        left = found()
            .into_iter()
            .chain(
                fs::read_dir(place.path("bk"))
                    .expect("read")
                    .flatten()
                    .map(|entry| entry.path())
                    .filter(|path| *path != backup),
            )
            .collect();
        if !left.is_empty() {
            break;
        }
        if place.path("b").exists() {
            fs::remove_dir_all(place.path("b")).expect("removed");
        }
    }
    assert!(!left.is_empty(), "never caught");
    match left[0].parent() == Some(backup.parent().expect("a folder")) {
        true => place.run(&["backup", "list", "bk"]).expect(0).says("中断后没有删除"),
        false => place.run(&["doctor", "--data", "a"]).expect(0).says("中断后没有删除"),
    };
    place.run(&["doctor", "--data", "a", "--fix"]).expect(0);
    place.run(&["backup", "prune", "bk", "--keep", "1"]).expect(0);
    assert!(left.iter().all(|path| !path.exists()), "{left:?}");
}

#[test]
fn links_in_a_data_directory_are_refused_and_what_they_point_to_stays() {
    let place = Place::installed("a");
    fs::create_dir(place.path("elsewhere")).expect("mkdir");
    fs::write(place.path("elsewhere/upload-mine"), "kept").expect("write");
    fs::write(place.path("file"), "kept").expect("write");
    for part in ["tmp", "blobs", "keys", "backup"] {
        let (here, aside) = (place.path("a").join(part), place.path("aside"));
        fs::rename(&here, &aside).expect("moved");
        for target in ["elsewhere", "file", "nowhere"] {
            symlink(place.path(target), &here).expect("linked");
            for verb in [&["doctor"][..], &["serve", "--listen", "127.0.0.1:0"], &["user", "list"], &["init"]] {
                let ran = place.run(&[verb, &["--data", "a"]].concat());
                ran.says("是一个链接").says(part);
            }
            fs::remove_file(&here).expect("unlinked");
        }
        fs::rename(&aside, &here).expect("moved back");
    }
    assert_eq!(fs::read(place.path("elsewhere/upload-mine")).expect("still there"), b"kept");
    symlink(place.path("a"), place.path("by-link")).expect("linked");
    place.run(&["doctor", "--data", "by-link"]).expect(0).says("数据完好");
    fs::write(place.path("a/tmp/letter.txt"), "mine").expect("write");
    fs::write(place.path("a/tmp/upload-old"), "ours").expect("write");
    place.run(&["user", "list", "--data", "a"]).expect(0);
    assert!(place.path("a/tmp/letter.txt").exists() && !place.path("a/tmp/upload-old").exists(), "own names alone");
}
