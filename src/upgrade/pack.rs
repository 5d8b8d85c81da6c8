//! What an upgrade brings: a pack (`gx-portal-<v>.gxup`, a zip made by `packaging/build-packages`), or a version that a package of the
//! system has laid already.
//!
//! Invariants: nothing of a pack is believed before the signature over its manifest is checked, and no part before its SHA-256; a part is
//! a plain name and no longer than the manifest says. What a package laid was put there by root, and is compared with its manifest.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use minisign_verify::{PublicKey, Signature};
use serde::{Deserialize, Serialize};
use zip::ZipArchive;

use super::failed;
use super::tree::{LAYING, Tree, is_version};
use crate::error::{AppError, Result};
use crate::store::directory::{remove, sync_directory};
use crate::store::migrate::{MIN_READER, known_number};
use crate::upkeep::files::pump;

const FORMAT: &str = "gx-upgrade-1";
const MANIFEST: &str = "manifest.json";
const SIGNATURE: &str = "manifest.minisig";
/// No manifest and no signature is longer.
const HEAD: u64 = 64 << 10;
/// No part is longer.
const PART: u64 = 512 << 20;
/// Keys that every installation trusts; none as long as no organisation signs (decisions/0278).
const COMPILED: &str = include_str!("../../packaging/trusted.pub");
/// Keys that this installation trusts.
const TRUSTED: &str = "/etc/gx-portal/trusted.pub";
/// The oldest version whose data this one takes over.
pub const FROM_MIN: &str = "0.1.0";

/// A file of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub size: u64,
    pub sha256: String,
}

/// What is known of a version before it is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    pub format: String,
    pub version: String,
    pub architecture: String,
    /// The oldest version that it can follow.
    pub from_min: String,
    /// The oldest version that may open what it writes.
    pub min_reader: String,
    /// Number of its data shapes.
    pub schema: u64,
    /// Free room that it needs beside the copy, in percent of the database.
    pub room_percent: u64,
    pub parts: BTreeMap<String, Part>,
}

/// What this program says of itself to who packs it.
pub fn facts() -> serde_json::Value {
    serde_json::json!({"version": env!("CARGO_PKG_VERSION"), "architecture": std::env::consts::ARCH, "fromMin": FROM_MIN,
                       "minReader": MIN_READER, "schema": known_number(), "roomPercent": 120})
}

/// A version that may be upgraded to, laid where it can be run.
pub struct Incoming {
    pub manifest: Manifest,
    /// Where it lies: under its name already, or under a passing one.
    pub folder: PathBuf,
    /// Who vouches for it, in words.
    pub vouched: String,
    is_passing: bool,
}

impl Incoming {
    /// Reads what is named: a pack by its file, or a version that was laid by a package.
    ///
    /// # Errors
    /// A sentence that says why it is not believed.
    pub fn open(tree: &Tree, named: &Path, takes_unsigned: bool) -> Result<Self> {
        let version = named.to_str().filter(|name| is_version(name) && !named.exists());
        match version {
            Some(version) => Self::laid(tree, version),
            None => Self::packed(tree, named, takes_unsigned),
        }
    }

    fn laid(tree: &Tree, version: &str) -> Result<Self> {
        let folder = tree.folder(version);
        if !tree.has(version) {
            return Err(AppError::refused(format!(
                "没有升级包 {version}，{} 中也没有这个版本；请写升级包（.gxup）的路径，或先安装新版本的安装包",
                tree.versions().display()
            )));
        }
        let path = folder.join(MANIFEST);
        let manifest = understood(&fs::read(&path).map_err(failed("读取", &path))?)?;
        for (name, part) in &manifest.parts {
            let path = folder.join(name);
            let file = File::open(&path).map_err(failed("读取", &path))?;
            same(
                name,
                part,
                pump(&mut file.take(part.size + 1), &mut std::io::sink()).map_err(failed("读取", &path))?,
            )?;
        }
        Ok(Self {
            manifest, folder, vouched: "由本机的安装包放置，内容与清单相符".into(), is_passing: false
        })
    }

    fn packed(tree: &Tree, file: &Path, takes_unsigned: bool) -> Result<Self> {
        let shown = file.display();
        let broken = |error: zip::result::ZipError| {
            AppError::refused(format!("{shown} 不是完整的升级包，请重新下载或复制，并核对 SHA-256")).because(error)
        };
        let mut pack = ZipArchive::new(File::open(file).map_err(failed("读取升级包", file))?).map_err(broken)?;
        let mut head = |name: &str| -> Result<Option<Vec<u8>>> {
            let Ok(entry) = pack.by_name(name) else { return Ok(None) };
            let mut bytes = Vec::new();
            entry.take(HEAD).read_to_end(&mut bytes).map_err(failed("读取升级包", file))?;
            Ok(Some(bytes))
        };
        let bytes = head(MANIFEST)?.ok_or_else(|| AppError::refused(format!("{shown} 不是升级包：没有清单")))?;
        let vouched = match head(SIGNATURE)? {
            Some(signature) => vouched(&bytes, &signature)?,
            None if takes_unsigned => "没有签名（仅供测试）".into(),
            None => return Err(AppError::refused(format!("{shown} 没有签名，不能使用"))),
        };
        let manifest = understood(&bytes)?;
        let folder = tree.versions().join(format!("{LAYING}{}", hex::encode(rand::random::<[u8; 8]>())));
        fs::create_dir_all(&folder).map_err(failed("写入", &folder))?;
        let incoming = Self { manifest, folder, vouched, is_passing: true };
        incoming.lay(MANIFEST, 0o644, &mut bytes.as_slice(), None)?;
        for (name, part) in &incoming.manifest.parts {
            let mut entry = pack.by_name(name).map_err(broken)?;
            let mode = if name == "gx-portal" { 0o755 } else { 0o644 };
            incoming.lay(name, mode, &mut entry, Some(part))?;
        }
        Ok(incoming)
    }

    fn lay(&self, name: &str, mode: u32, from: &mut impl Read, part: Option<&Part>) -> Result<()> {
        let path = self.folder.join(name);
        let mut options = fs::OpenOptions::new();
        let mut file = options.write(true).create_new(true).mode(mode).open(&path).map_err(failed("写入", &path))?;
        let limit = part.map_or(HEAD, |part| part.size);
        let found = pump(&mut from.take(limit + 1), &mut file).map_err(failed("写入", &path))?;
        part.map_or(Ok(()), |part| same(name, part, found))?;
        // The mask of who runs this shall not keep the service from its program.
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(mode))
            .map_err(failed("写入", &path))?;
        file.sync_all().map_err(failed("写入", &path))
    }

    /// Its program, where it lies now.
    pub fn program(&self) -> PathBuf {
        self.folder.join("gx-portal")
    }

    /// Gives it its place among the versions.
    ///
    /// # Errors
    /// Another one of this name that is no older try; the disk.
    pub fn keep(mut self, tree: &Tree) -> Result<()> {
        if !self.is_passing {
            return Ok(());
        }
        let target = tree.folder(&self.manifest.version);
        fs::set_permissions(&self.folder, std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .map_err(failed("写入", &self.folder))?;
        sync_directory(&self.program())?;
        if target.exists() {
            remove(&target).map_err(failed("删除", &target))?;
        }
        fs::rename(&self.folder, &target).map_err(failed("写入", &target))?;
        self.is_passing = false;
        Ok(sync_directory(&target)?)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if self.is_passing
            && let Err(error) = remove(&self.folder)
        {
            tracing::warn!(%error, path = %self.folder.display(), "an unpacked version could not be removed");
        }
    }
}

fn same(name: &str, part: &Part, found: (u64, String)) -> Result<()> {
    if found == (part.size, part.sha256.clone()) {
        return Ok(());
    }
    Err(AppError::refused(format!("升级包中的 {name} 与清单不符，已损坏或被改动，没有使用")))
}

/// The manifest, if it is one of ours.
fn understood(bytes: &[u8]) -> Result<Manifest> {
    let wrong = || AppError::refused("升级包的清单不正确，请使用与本程序配套的升级包");
    let manifest: Manifest = gx_decode::from_json_text(bytes).map_err(|error| wrong().because(error))?;
    let is_plain = |name: &String| !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\0']);
    let is_right = manifest.format == FORMAT
        && is_version(&manifest.version)
        && manifest.parts.contains_key("gx-portal")
        && manifest.parts.keys().all(|name| is_plain(name) && name != MANIFEST)
        && manifest.parts.values().all(|part| part.size <= PART);
    if is_right { Ok(manifest) } else { Err(wrong()) }
}

/// Who signed; a signature by nobody who is trusted is refused.
fn vouched(manifest: &[u8], signature: &[u8]) -> Result<String> {
    let keys = trusted()?;
    if keys.is_empty() {
        return Err(AppError::refused(format!(
            "本机没有可信的发布公钥，不能核对升级包的签名；请把发布方给的公钥写入 {TRUSTED}（属主 root，其他人不可写）后重试"
        )));
    }
    let broken = || AppError::refused("升级包的签名无法读取，升级包已损坏");
    let text = std::str::from_utf8(signature).map_err(|_| broken())?;
    let signature = Signature::decode(text).map_err(|error| broken().because(error))?;
    let by = keys.iter().find(|(key, _)| key.verify(manifest, &signature, false).is_ok());
    let (_, origin) = by.ok_or_else(|| {
        AppError::refused("升级包的签名不是由可信的发布公钥签发的，没有使用；请向发布方核对升级包和公钥")
    })?;
    Ok(format!("签名有效（公钥来自{origin}）"))
}

fn trusted() -> Result<Vec<(PublicKey, &'static str)>> {
    let path = trusted_file();
    let mut keys = read_keys(COMPILED, "本程序")?;
    match fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed("读取", &path)(error)),
        Ok(about) => {
            let is_ours = about.uid() == 0 || about.uid() == rustix::process::geteuid().as_raw();
            if !is_ours || about.mode() & 0o022 != 0 {
                return Err(AppError::refused(format!(
                    "{} 可以被 root 以外的人改动，不能作为可信公钥；请运行 chown root:root 和 chmod 644 后重试",
                    path.display()
                )));
            }
            keys.extend(read_keys(&fs::read_to_string(&path).map_err(failed("读取", &path))?, "本机配置")?);
        }
    }
    Ok(keys)
}

fn trusted_file() -> PathBuf {
    #[cfg(feature = "testing")]
    if let Some(path) = std::env::var_os("GX_TEST_TRUSTED") {
        return PathBuf::from(path);
    }
    PathBuf::from(TRUSTED)
}

/// Public keys of a text: lines of minisign, comments between.
fn read_keys(text: &str, origin: &'static str) -> Result<Vec<(PublicKey, &'static str)>> {
    let lines = text.lines().map(str::trim);
    let keys =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("untrusted comment:"));
    keys.map(|line| {
        let key = PublicKey::from_base64(line).map_err(|error| {
            AppError::refused(format!("可信公钥“{line}”不正确，请照发布方给的整行填写")).because(error)
        })?;
        Ok((key, origin))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_that_lead_elsewhere_are_refused() {
        let part = Part { size: 1, sha256: "00".into() };
        let good = Manifest {
            format: FORMAT.into(),
            version: "0.2.0".into(),
            architecture: "x86_64".into(),
            from_min: "0.1.0".into(),
            min_reader: "0.1.0".into(),
            schema: 1,
            room_percent: 120,
            parts: [("gx-portal".to_owned(), part.clone())].into(),
        };
        let read = |manifest: &Manifest| understood(&serde_json::to_vec(manifest).unwrap());
        assert_eq!(read(&good).unwrap(), good);
        for name in ["../gx-portal", "/etc/passwd", ".hidden", "", "a/b", MANIFEST] {
            let mut bad = good.clone();
            bad.parts.insert(name.to_owned(), part.clone());
            assert!(read(&bad).is_err(), "{name}");
        }
        let with = |change: fn(&mut Manifest)| {
            let mut bad = good.clone();
            change(&mut bad);
            read(&bad)
        };
        assert!(with(|bad| bad.version = "../x".into()).is_err());
        assert!(with(|bad| bad.format = "other".into()).is_err());
        assert!(with(|bad| bad.parts.clear()).is_err());
        assert!(with(|bad| bad.parts.values_mut().for_each(|part| part.size = PART + 1)).is_err());
    }

    #[test]
    fn keys_are_read_and_wrong_ones_named() {
        let text = "# 发布公钥\nuntrusted comment: x\nRWS6/usPCmCxRtLOZ5P8U6uy3DRjDBJqMzsf4Goyf3riwFXYRgDB2Cjc\n\n";
        assert_eq!(read_keys(text, "").unwrap().len(), 1);
        assert!(read_keys("RWQ", "").is_err_and(|fault| fault.message.contains("RWQ")));
        assert!(read_keys(COMPILED, "").is_ok());
    }
}
