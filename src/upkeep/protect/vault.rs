//! What leaves the box is sealed: the data key, the seals made with it, and the recovery codes that seal the key itself.
//!
//! Invariants: each seal names what it is (kind, place, position) as additional data, so a block that is swapped, repeated or cut off
//! doesn't open; names of content are keyed hashes, so they tell nothing about it. A recovery code is stored nowhere.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use aws_lc_rs::hmac;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{AppError, Result};
use crate::kernel::key_file;
use crate::platform::protection::{KEY, PAUSED};
use crate::store::directory::{DataPaths, replace_file};

/// The slots that each repository gets, beside the key.
pub(super) const SLOTS: &str = "protect.json";
const KEY_BYTES: usize = 64;
const NONCE_BYTES: usize = 12;
/// Nothing that is sealed is larger: a frame of the journal and its neighbours.
const LARGEST: u64 = 160 << 20;
/// Bytes of a block of a stream.
const BLOCK: usize = 1 << 20;
/// No sealed block is larger.
pub(super) const LARGEST_BLOCK: usize = 161 << 20;

/// Letters and digits of recovery codes: none that is taken for another.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a code that are random; four more prove that it was copied right.
const RANDOM: usize = 28;
const PROOF: usize = 4;

/// The data key, sealed with a recovery code.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Slot {
    pub name: String,
    salt: String,
    sealed: String,
}

fn broken() -> AppError {
    AppError::internal("the cipher failed")
}

/// A code in groups of four.
pub(super) fn new_code() -> String {
    let letters: String = (0..RANDOM).map(|_| letter(rand::random::<u8>())).collect();
    let whole = format!("{letters}{}", proof(&letters));
    let groups: Vec<String> =
        whole.as_bytes().chunks(4).map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    groups.join("-")
}

fn letter(of: u8) -> char {
    char::from(LETTERS[usize::from(of % 32)])
}

fn proof(letters: &str) -> String {
    Sha256::digest(letters).iter().take(PROOF).map(|byte| letter(*byte)).collect()
}

/// The random part of a code as somebody typed it; `None` when it was copied wrongly.
fn typed(code: &str) -> Option<String> {
    let plain: String = code
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect();
    let (random, given) = plain.split_at_checked(RANDOM)?;
    (given == proof(random)).then(|| random.to_owned())
}

fn slot_key(salt: &[u8], random: &str) -> Result<RandomizedNonceKey> {
    let key = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, salt), random.as_bytes());
    RandomizedNonceKey::new(&AES_256_GCM, key.as_ref()).map_err(|_| broken())
}

fn seal_with(cipher: &RandomizedNonceKey, about: &str, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
    let nonce = cipher.seal_in_place_append_tag(Aad::from(about.as_bytes()), &mut bytes).map_err(|_| broken())?;
    let mut sealed = nonce.as_ref().to_vec();
    sealed.append(&mut bytes);
    Ok(sealed)
}

fn open_with(cipher: &RandomizedNonceKey, about: &str, sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, rest) = sealed.split_at_checked(NONCE_BYTES)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut rest = rest.to_vec();
    let length = cipher.open_in_place(nonce, Aad::from(about.as_bytes()), &mut rest).ok()?.len();
    rest.truncate(length);
    Some(rest)
}

impl Slot {
    const ABOUT: &'static str = "gx-portal recovery slot 1";

    fn new(name: &str, code: &str, key: &[u8]) -> Result<Self> {
        let salt: [u8; 32] = rand::random();
        let random = typed(code).ok_or_else(broken)?;
        let sealed = seal_with(&slot_key(&salt, &random)?, Self::ABOUT, key.to_vec())?;
        Ok(Self { name: name.to_owned(), salt: hex::encode(salt), sealed: hex::encode(sealed) })
    }

    fn open(&self, random: &str) -> Option<Vec<u8>> {
        let (salt, sealed) = (hex::decode(&self.salt).ok()?, hex::decode(&self.sealed).ok()?);
        open_with(&slot_key(&salt, random).ok()?, Self::ABOUT, &sealed)
    }
}

/// The holder of the data key.
pub(super) struct Vault {
    cipher: RandomizedNonceKey,
    ids: hmac::Key,
    key: Vec<u8>,
}

impl Vault {
    fn new(key: &[u8]) -> Result<Self> {
        let (cipher, ids) = key.split_at_checked(KEY_BYTES / 2).ok_or_else(broken)?;
        let cipher = RandomizedNonceKey::new(&AES_256_GCM, cipher).map_err(|_| broken())?;
        Ok(Self { cipher, ids: hmac::Key::new(hmac::HMAC_SHA256, ids), key: key.to_vec() })
    }

    /// Makes the data key of an installation with two recovery codes, which are shown once.
    ///
    /// # Errors
    /// The disk.
    pub(super) fn create(paths: &DataPaths) -> Result<(Self, Vec<Slot>, Vec<String>)> {
        let key: [u8; KEY_BYTES] = rand::random();
        let codes = vec![new_code(), new_code()];
        let names = ["恢复码一", "恢复码二"].into_iter();
        let slots = names.zip(&codes).map(|(name, code)| Slot::new(name, code, &key)).collect::<Result<Vec<_>>>()?;
        let vault = Self::new(&key)?;
        vault.lay_keys(paths, &slots)?;
        Ok((vault, slots, codes))
    }

    /// Puts the data key with its slots into a data directory.
    ///
    /// # Errors
    /// The disk.
    pub(super) fn lay_keys(&self, paths: &DataPaths, slots: &[Slot]) -> Result<()> {
        let text = serde_json::to_vec_pretty(slots).map_err(AppError::internal)?;
        replace_file(&paths.keys().join(SLOTS), &text)?;
        replace_file(&paths.keys().join(KEY), &key_file::with_checksum(&self.key))?;
        Ok(())
    }

    /// The data key of an installation with its slots; `None` when there is none yet.
    ///
    /// # Errors
    /// Key files that are not whole.
    pub(super) fn of_installation(paths: &DataPaths) -> Result<Option<(Self, Vec<Slot>)>> {
        let path = paths.keys().join(KEY);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(crate::upkeep::files::failed("读取密钥", &path)(error)),
        };
        let damaged = || AppError::refused(format!("密钥文件 {} 已损坏，请从以前的备份恢复", path.display()));
        let vault = Self::new(key_file::key_of(&bytes, KEY_BYTES).ok_or_else(damaged)?)?;
        let slots = fs::read(paths.keys().join(SLOTS)).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let value: serde_json::Value = slots.ok_or_else(damaged)?;
        Ok(Some((vault, gx_decode::from_json(value).map_err(|_| damaged())?)))
    }

    /// The data key that a recovery code opens.
    ///
    /// # Errors
    /// A code that was copied wrongly, or is of another repository.
    pub(super) fn of_code(slots: &[Slot], code: &str) -> Result<Self> {
        let random = typed(code)
            .ok_or_else(|| AppError::refused("恢复码抄写有误，请逐组核对（32 个字母和数字；O 与 0、I 与 1 不区分）"))?;
        let key = slots.iter().find_map(|slot| slot.open(&random));
        Self::new(&key.ok_or_else(|| AppError::refused("恢复码不属于这个备份仓库"))?)
    }

    /// Seals bytes, deflated where that helps.
    ///
    /// # Errors
    /// None that bytes of this program meet.
    pub(super) fn seal(&self, about: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        let mut packed = DeflateEncoder::new(vec![1], Compression::fast());
        packed.write_all(bytes).map_err(AppError::internal)?;
        let packed = packed.finish().map_err(AppError::internal)?;
        let chosen = if packed.len() > bytes.len() { [&[0], bytes].concat() } else { packed };
        seal_with(&self.cipher, about, chosen)
    }

    /// The bytes of a seal; `None` when it is damaged, of another key, or something else than `about`.
    pub(super) fn open(&self, about: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let chosen = open_with(&self.cipher, about, sealed)?;
        match chosen.split_first()? {
            (0, bytes) => Some(bytes.to_vec()),
            (_, packed) => {
                let mut bytes = Vec::new();
                DeflateDecoder::new(packed).take(LARGEST).read_to_end(&mut bytes).ok()?;
                Some(bytes)
            }
        }
    }

    /// The keyed hash that content goes by.
    pub(super) fn id(&self, kind: &str, bytes: &[u8]) -> [u8; 32] {
        let mut context = hmac::Context::with_key(&self.ids);
        context.update(kind.as_bytes());
        context.update(&[0]);
        context.update(bytes);
        let mut id = [0; 32];
        id.copy_from_slice(context.sign().as_ref());
        id
    }

    /// Seals a stream as blocks; the last one says that it is.
    ///
    /// # Errors
    /// Of reading and writing.
    pub(super) fn seal_stream(&self, about: &str, from: &mut dyn Read, to: &mut dyn Write) -> std::io::Result<()> {
        let read = |from: &mut dyn Read| -> std::io::Result<Vec<u8>> {
            let mut block = Vec::with_capacity(BLOCK);
            from.take(BLOCK as u64).read_to_end(&mut block)?;
            Ok(block)
        };
        let mut block = read(from)?;
        for index in 0_u64.. {
            let next = read(from)?;
            let is_last = next.is_empty();
            let sealed = self.seal(&format!("{about} {index} {is_last}"), &block);
            write_block(to, &sealed.map_err(|fault| std::io::Error::other(fault.message))?)?;
            if is_last {
                break;
            }
            block = next;
        }
        Ok(())
    }

    /// Opens a sealed stream; `Ok(false)` when it is not whole.
    ///
    /// # Errors
    /// Of reading and writing.
    pub(super) fn open_stream(&self, about: &str, from: &mut dyn Read, to: &mut dyn Write) -> std::io::Result<bool> {
        for index in 0_u64.. {
            let Some(sealed) = read_block(from)? else { return Ok(false) };
            if let Some(block) = self.open(&format!("{about} {index} true"), &sealed) {
                to.write_all(&block)?;
                return Ok(read_block(from)?.is_none());
            }
            let Some(block) = self.open(&format!("{about} {index} false"), &sealed) else { return Ok(false) };
            to.write_all(&block)?;
        }
        Ok(false)
    }
}

/// Writes a block with its length.
pub(super) fn write_block(to: &mut dyn Write, sealed: &[u8]) -> std::io::Result<()> {
    let length = u32::try_from(sealed.len()).map_err(std::io::Error::other)?;
    to.write_all(&length.to_be_bytes())?;
    to.write_all(sealed)
}

/// The next block; `None` at the end, and when it is cut short.
pub(super) fn read_block(from: &mut dyn Read) -> std::io::Result<Option<Vec<u8>>> {
    let (mut length, mut block) = (Vec::with_capacity(4), Vec::new());
    from.take(4).read_to_end(&mut length)?;
    let Some(length) = length.first_chunk::<4>().map(|bytes| u32::from_be_bytes(*bytes) as usize) else {
        return Ok(None);
    };
    if length > LARGEST_BLOCK {
        return Ok(None);
    }
    from.take(length as u64).read_to_end(&mut block)?;
    Ok((block.len() == length).then_some(block))
}

/// Reads the slots of a repository's description.
pub(super) fn mark_of(vault: &Vault, repository: &str) -> String {
    hex::encode(vault.id("repository", repository.as_bytes()))
}

/// Whether a key file stays here: it opens all others.
pub(super) fn is_own_key(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == KEY || name == SLOTS || name == PAUSED)
}

/// Keeps data that were brought back from writing to the repositories of the service that they came from.
///
/// # Errors
/// The disk.
pub(super) fn pause(paths: &DataPaths) -> Result<()> {
    if is_made(paths) {
        replace_file(&paths.keys().join(PAUSED), b"restored\n")?;
    }
    Ok(())
}

/// Ends that.
///
/// # Errors
/// The disk.
pub(super) fn resume(paths: &DataPaths) -> Result<()> {
    let path = paths.keys().join(PAUSED);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(crate::upkeep::files::failed("删除", &path)(error))
        }
        _ => Ok(()),
    }
}

/// Whether the installation has a data key, and so a repository.
pub(super) fn is_made(paths: &DataPaths) -> bool {
    paths.keys().join(KEY).exists()
}

/// Whether these data were brought back and write to no repository yet.
pub(super) fn is_paused(paths: &DataPaths) -> bool {
    paths.keys().join(PAUSED).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_opens_its_slot_and_slips_are_told() {
        let (key, code) = ([7; KEY_BYTES], new_code());
        assert_eq!((code.len(), new_code() == code), (39, false));
        let slots =
            vec![Slot::new("一", &new_code(), &key).expect("made"), Slot::new("二", &code, &key).expect("made")];
        let vault = Vault::of_code(&slots, &code.to_lowercase().replace('-', " ")).expect("opens");
        assert_eq!(vault.id("x", b"y"), Vault::new(&key).expect("a key").id("x", b"y"));
        let swapped = if code.starts_with('7') { "8" } else { "7" };
        let wrong = format!("{swapped}{}", code.chars().skip(1).collect::<String>());
        let says = |code: &str| Vault::of_code(&slots, code).err().expect("refused").message.into_owned();
        assert!(says(&wrong).contains("抄写有误") && says("").contains("抄写有误"));
        assert!(says(&new_code()).contains("不属于"));
    }

    #[test]
    fn a_stream_that_is_cut_swapped_or_damaged_does_not_open() {
        let vault = Vault::new(&[7; KEY_BYTES]).expect("a key");
        let plain: Vec<u8> = (0..BLOCK * 2 + 77).map(|at| (at % 251 * (at % 13)).to_le_bytes()[0]).collect();
        let mut sealed = Vec::new();
        vault.seal_stream("object a", &mut plain.as_slice(), &mut sealed).expect("sealed");
        let open = |about: &str, sealed: &[u8]| {
            let mut found = Vec::new();
            let is_whole = vault.open_stream(about, &mut &*sealed, &mut found).expect("read");
            is_whole.then_some(found)
        };
        assert_eq!(open("object a", &sealed).as_deref(), Some(plain.as_slice()));
        assert!(open("object b", &sealed).is_none());
        let first = 4 + u32::from_be_bytes(*sealed.first_chunk::<4>().expect("a length")) as usize;
        for cut in [0, 3, 100, first, sealed.len() - 1] {
            assert!(open("object a", &sealed[..cut]).is_none(), "cut at {cut}");
        }
        assert!(open("object a", &sealed[first..]).is_none(), "without its first block");
        for at in (0..sealed.len()).step_by(sealed.len() / 40) {
            let mut hurt = sealed.clone();
            hurt[at] ^= 1;
            assert!(open("object a", &hurt).is_none(), "byte {at}");
        }
        let mut empty = Vec::new();
        vault.seal_stream("object e", &mut [].as_slice(), &mut empty).expect("sealed");
        assert_eq!(open("object e", &empty).as_deref(), Some(&[][..]));
    }
}
