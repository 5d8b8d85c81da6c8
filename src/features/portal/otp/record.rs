//! What is stored of second factors.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::kernel::otp::{self, Algorithm, Kind};
use crate::kernel::seal::{Sealed, Sealer, TriedSeals};
use crate::store::{Index, Key, RawRead, Reads as _, Record, Writer, id, key};

/// The second factor of a person, and what is known of his not having one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Otp {
    pub user_id: u64,
    /// The key in Base32; empty while there is none.
    pub secret: Sealed,
    /// Hash of its codes.
    pub algorithm: Algorithm,
    /// Digits of its codes.
    pub digits: u32,
    /// Seconds of a code.
    pub step: i64,
    /// The step of the last code that was used: none before it counts any more, whatever the clock says.
    pub last_step: i64,
    /// Whether it is in force.
    pub confirmed: bool,
    /// Serial of the hardware token; empty for an app.
    pub label: String,
    /// In force since.
    #[serde(default)]
    pub since: Option<Stamp>,
    /// When he was first asked to set one up: the days of grace begin.
    #[serde(default)]
    pub demanded: Option<Stamp>,
    /// A key that was shown and waits for its first code.
    #[serde(default)]
    pub pending: Sealed,
    /// When it was made.
    #[serde(default)]
    pub pending_at: Option<Stamp>,
    /// The session that it was made for and shown to, as `own_sessions::key_of` names it: no other confirms it.
    #[serde(default)]
    pub pending_session: String,
    /// The address that it was asked for from.
    #[serde(default)]
    pub pending_from: String,
    /// When it was last brought back by a backup or an archive, which knows nothing of the codes used since it was made.
    #[serde(default)]
    pub restored: Option<Stamp>,
}

/// Steps after its own in which a code counts or counted: one after, one before, and that of the moment.
const STEPS_IN_USE: i64 = 3;

impl Otp {
    /// How its codes are made.
    pub fn kind(&self) -> Kind {
        Kind { algorithm: self.algorithm, digits: self.digits, step: self.step }
    }

    /// The last step that does not count any more at a moment: that of the last code used and, right after a restore, that
    /// of any code which may have been used before it. Soon after, such codes are too old by themselves; so a box that was
    /// restored with a wrong clock locks nobody out when its clock is put right.
    pub fn spent(&self, now: Stamp) -> i64 {
        let kind = self.kind();
        let fresh = self.restored.filter(|at| (0..STEPS_IN_USE * kind.step * 1_000).contains(&(now.0 - at.0)));
        fresh.map_or(self.last_step, |at| self.last_step.max(otp::step_at(kind, at.0) + 1))
    }
}

impl Record for Otp {
    const TABLE: &'static str = "otp";
    const SECRET_FIELDS: &'static [&'static str] = &["secret", "pending"];
    fn id(&self) -> Key {
        id(self.user_id)
    }
}

/// A recovery code that was not used yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtpRecovery {
    pub user_id: u64,
    /// Which of his.
    pub n: u64,
    /// Salted SHA-256: it has 50 random bits.
    pub hash: String,
}

/// Recovery codes of a person.
pub const BY_USER: Index<OtpRecovery> =
    Index { name: "otp_recovery/user", unique: false, keys: |code| vec![id(code.user_id)] };

impl Record for OtpRecovery {
    const TABLE: &'static str = "otp_recovery";
    const INDEXES: &'static [Index<Self>] = &[BY_USER];
    const SECRET_FIELDS: &'static [&'static str] = &["hash"];
    fn id(&self) -> Key {
        id(self.user_id).u64(self.n)
    }
}

/// A hardware token, in stock or given out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtpToken {
    /// What is printed on it, upper case.
    pub serial: String,
    /// Its key in Base32.
    pub secret: Sealed,
    /// Hash of its codes.
    pub algorithm: Algorithm,
    /// Digits of its codes.
    pub digits: u32,
    /// Seconds of a code.
    pub step: i64,
    /// Who has it; 0 = in stock.
    pub user_id: u64,
    /// The last step that its former holder used, so that his last code is nobody's.
    pub last_step: i64,
    /// When it came in.
    pub imported: Stamp,
}

impl OtpToken {
    /// How its codes are made.
    pub fn kind(&self) -> Kind {
        Kind { algorithm: self.algorithm, digits: self.digits, step: self.step }
    }
}

impl Record for OtpToken {
    const TABLE: &'static str = "otp_token";
    const SECRET_FIELDS: &'static [&'static str] = &["secret"];
    fn id(&self) -> Key {
        key().str(&self.serial)
    }
}

/// Notes in every factor in force that a backup or an archive brought it back.
pub fn after_restore(tx: &mut Writer<'_>, now: Stamp) -> Result<()> {
    for otp in tx.all::<Otp>()?.into_iter().filter(|otp| otp.confirmed) {
        tx.put(&Otp { restored: Some(now), ..otp })?;
    }
    Ok(())
}

/// Tries whether the keys of factors and tokens open with a key: an archive with another one would let nobody in.
pub fn try_seals(tx: &dyn RawRead, sealer: &Sealer) -> Result<TriedSeals> {
    let mut tried = TriedSeals::default();
    tx.each::<Otp>(|otp| {
        tried.count(&otp.secret, sealer.open(&otp.secret).is_ok());
        tried.count(&otp.pending, sealer.open(&otp.pending).is_ok());
        true
    })?;
    tx.each::<OtpToken>(|token| {
        tried.count(&token.secret, sealer.open(&token.secret).is_ok());
        true
    })?;
    Ok(tried)
}
