//! Whose files a data directory holds. The service runs as a user of its own; a verb that root runs on its directory acts as that
//! user, or it would leave files there that the service can't open. For any other user the refusal names the owner and the command to type.
//!
//! Names are read from `/etc/passwd`: a static binary has no name service. A user of a directory service is named by number.

use std::fs::{self, Metadata, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::Failure;
use crate::store::directory::DataPaths;

/// The data directory of the installed service (`packaging/gx-portal.service`).
const INSTALLED: &str = "/var/lib/gx-portal";

/// The directory of the installed service, where there is one: what verbs mean that name none.
pub(super) fn installed() -> Option<std::path::PathBuf> {
    let path = Path::new(INSTALLED);
    path.is_dir().then(|| path.to_path_buf())
}

/// Gives up root for the owner of the directory. Threads that start later are his as well; called before there are any.
///
/// # Errors
/// A kernel that refuses.
pub(super) fn act_as_owner(data: &Path) -> Result<(), Failure> {
    let Ok(about) = fs::metadata(data) else { return Ok(()) };
    if !rustix::process::geteuid().is_root() || about.uid() == 0 {
        return Ok(());
    }
    let (uid, gid) = (Uid::from_raw(about.uid()), Gid::from_raw(about.gid()));
    set_thread_groups(&[gid])
        .and_then(|()| set_thread_res_gid(gid, gid, gid))
        .and_then(|()| set_thread_res_uid(uid, uid, uid))
        .map_err(|error| {
            let (shown, owner) = (data.display(), name_of(about.uid()));
            Failure::directory(format!("无法以数据目录 {shown} 的属主 {owner} 的身份运行（{error}）"))
        })
}

/// The name of a user, or his number.
fn name_of(uid: u32) -> String {
    let known = fs::read_to_string("/etc/passwd").unwrap_or_default();
    name_in(&known, uid).unwrap_or_else(|| format!("uid {uid}"))
}

fn name_in(passwd: &str, uid: u32) -> Option<String> {
    passwd.lines().find_map(|line| {
        let mut parts = line.split(':');
        let name = parts.next()?;
        (parts.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    })
}

/// Refuses a directory whose files this user can't open, with what to type.
///
/// # Errors
/// A sentence that names the file, its owner and the command.
pub(super) fn may_use(paths: &DataPaths) -> Result<(), Failure> {
    let root = &paths.root;
    let Ok(about) = fs::metadata(root) else { return Ok(()) };
    if is_denied(&fs::read_dir(root)) {
        return Err(not_yours(root, &about));
    }
    let database = paths.database();
    if is_denied(&OpenOptions::new().read(true).write(true).open(&database)) {
        let Ok(file) = fs::metadata(&database) else { return Ok(()) };
        return Err(if file.uid() == about.uid() {
            not_yours(root, &about)
        } else {
            astray(root, &about, &database, &file)
        });
    }
    if is_denied(&fs::read_dir(paths.keys())) {
        let Ok(keys) = fs::metadata(paths.keys()) else { return Ok(()) };
        return Err(astray(root, &about, &paths.keys(), &keys));
    }
    Ok(())
}

fn is_denied<T>(opened: &std::io::Result<T>) -> bool {
    opened.as_ref().is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

fn not_yours(root: &Path, about: &Metadata) -> Failure {
    let (shown, owner) = (root.display(), name_of(about.uid()));
    let me = name_of(rustix::process::geteuid().as_raw());
    Failure::directory(format!(
        "数据目录 {shown} 属于用户 {owner}，当前用户 {me} 无权访问；请用 root 运行，或 runuser -u {owner} -- gx-portal …"
    ))
}

fn astray(root: &Path, about: &Metadata, path: &Path, file: &Metadata) -> Failure {
    let (shown, owner) = (root.display(), name_of(about.uid()));
    Failure::directory(format!(
        "{} 属于用户 {}，而数据目录属于 {owner}，服务无法读写；请用 root 运行：chown -R {}:{} {shown}",
        path.display(),
        name_of(file.uid()),
        about.uid(),
        about.gid()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_called_by_name() {
        let passwd = "root:x:0:0::/root:/bin/sh\n# none\ngx-portal:x:998:997::/var/lib/gx-portal:/usr/sbin/nologin\n";
        assert_eq!(name_in(passwd, 998), Some("gx-portal".to_owned()));
        assert_eq!(name_in(passwd, 997), None);
    }
}
