//! The key files of a data directory or of a backup: whole, and the ones of the data beside them.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::error::{AppError, Result};
use crate::kernel::key_file;
use crate::kernel::seal::{KEY_BYTES, Sealer};
use crate::platform::seal_check::{PERSONAL_KEY, SESSION_KEY, SESSION_KEY_BYTES, SealCheck};
use crate::product::Product;
use crate::store::{Reader, Reads as _};

use super::files::failed;

/// The key in a file; `Err` in words when the file is missing or not whole.
fn read(path: &Path, length: usize) -> Result<Result<Vec<u8>, String>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Err(format!("缺少密钥文件 {}，请从以前的备份恢复", path.display())));
        }
        Err(error) => return Err(failed("读取密钥", path)(error)),
    };
    let key = key_file::key_of(&bytes, length).map(<[u8]>::to_vec);
    Ok(key.ok_or_else(|| format!("密钥文件 {} 已损坏，请从以前的备份恢复", path.display())))
}

/// What is wrong with the key files in a folder, read beside the data that they belong to.
///
/// # Errors
/// A file or the store that can't be read.
pub fn faults(product: &Product, folder: &Path, data: &Reader) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    faults.extend(read(&folder.join(SESSION_KEY), SESSION_KEY_BYTES)?.err());
    let known: Option<SealCheck> = data.get(&SealCheck::key())?;
    let path = folder.join(PERSONAL_KEY);
    let (key, known) = match (read(&path, KEY_BYTES)?, known) {
        (Ok(key), Some(known)) => (key, known),
        // Nothing was sealed yet: a key that is missing is made at the next start.
        (Err(_), None) if !path.exists() => return Ok(faults),
        (Ok(_), None) => return Ok(faults),
        (Err(fault), _) => {
            faults.push(fault);
            return Ok(faults);
        }
    };
    let sealer = Sealer::new(&key).map_err(AppError::internal)?;
    if !known.fits(&sealer) {
        faults.push(format!("个人信息密钥 {} 与数据不符，请从以前的备份恢复该文件", path.display()));
    } else if known.seals_nothing() {
        let shut = product.try_seals(data, &sealer)?.shut;
        if shut > 0 {
            let shown = path.display();
            faults.push(format!(
                "有 {shut} 项个人信息（证件号码、电话、账号）不能用密钥 {shown} 打开，请从以前的备份恢复该文件"
            ));
        }
    }
    Ok(faults)
}
