//! The key files of an installation.

use std::fs::OpenOptions;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt;

use crate::fault::{Fault, Outcome};
use crate::kernel::seal::{KEY_BYTES, Sealer};
use crate::platform::seal_check::{PERSONAL_KEY, SealCheck};
use crate::store::directory::DataPaths;
use crate::store::{Reads as _, Store};

/// A key file of the installation, made at the first start (0600).
pub(super) fn key_file<const BYTES: usize>(paths: &DataPaths, name: &str) -> Outcome<Vec<u8>> {
    let path = paths.keys().join(name);
    let failed = |error: std::io::Error| Fault::internal(format!("{}: {error}", path.display()));
    match OpenOptions::new().read(true).open(&path) {
        Ok(mut file) => {
            let mut key = Vec::new();
            file.read_to_end(&mut key).map_err(failed)?;
            if key.len() != BYTES {
                return Err(Fault::refused(format!("密钥文件 {} 已损坏，请从备份恢复", path.display())));
            }
            Ok(key)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let key: [u8; BYTES] = std::array::from_fn(|_| rand::random());
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(failed)?;
            file.write_all(&key).and_then(|()| file.sync_all()).map_err(failed)?;
            crate::store::directory::sync_directory(&path)?;
            Ok(key.to_vec())
        }
        Err(error) => Err(failed(error)),
    }
}

/// The sealer of personal data. A key that is missing or not the one the records were sealed with is refused:
/// a new one would make every sealed value unreadable for ever.
pub(super) fn sealer(paths: &DataPaths, store: &Store) -> Outcome<Sealer> {
    let wrong = || {
        let shown = paths.keys().join(PERSONAL_KEY).display().to_string();
        Fault::refused(format!("个人信息密钥 {shown} 缺失或与数据不符，请从备份恢复该文件（备份目录的 keys 文件夹中）"))
    };
    let known: Option<SealCheck> = store.read()?.get(&SealCheck::key())?;
    if known.is_some() && !paths.keys().join(PERSONAL_KEY).exists() {
        return Err(wrong());
    }
    let sealer = Sealer::new(&key_file::<KEY_BYTES>(paths, PERSONAL_KEY)?).map_err(Fault::internal)?;
    match known {
        Some(check) if check.mark != SealCheck::of(&sealer).mark => Err(wrong()),
        _ => Ok(sealer),
    }
}
