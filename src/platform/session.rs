//! Sessions: what keeps a person signed in.
//!
//! The token is a signed JWT that carries only a session id; its life is the session's. Creation and
//! revocation are durable. The time of the last request is kept in memory and written back at most
//! once a minute, so a crash shortens an idle time by no more than that.
//! The map in memory follows the table through the store's observer, so a session that any operation
//! deletes (sign-out, disabling, deletion, password change) is dead on the next request.
//!
//! A session that is not [`Stage::Full`] is one step of signing in: it reaches the routes of its stage alone, lives minutes,
//! never gets longer, and is replaced by a new one (new id, new token) when its step is done. That somebody has just proved
//! once more who he is lies in memory only: a restart asks again.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use parking_lot::{Mutex, RwLock};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::platform::settings::Setting;
use crate::store::record::decode;
use crate::store::{Change, Index, Keeping, Key, RawRead, Reads, Record, Res, id, key};

/// Minutes without a request after which a session ends.
pub const IDLE_MINUTES: Setting<u64> = Setting::number(14, "sys.session.idleMinutes", 30, 1, 1440)
    .called("会话-闲置时限（分钟）", "无操作超过此时长需要重新登录");

/// Hours after signing in at which a session ends whatever happens.
pub const ABSOLUTE_HOURS: Setting<u64> =
    Setting::number_or_none(15, "sys.session.absoluteHours", 12, 8760, "，0 表示不限制")
        .called("会话-最长时限（小时）", "自登录起超过此时长需要重新登录");

/// How far somebody has come who is signing in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SessionStage")]
pub enum Stage {
    /// Signed in.
    #[default]
    Full,
    /// A new password is next.
    Password,
    /// The code of the second factor is next.
    Code,
    /// A second factor must be set up.
    Enrol,
}

impl Stage {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Full, Self::Password, Self::Code, Self::Enrol];

    /// Whether it is the last; for serde.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub const fn is_full(&self) -> bool {
        matches!(self, Self::Full)
    }

    /// Minutes that a session stays in it; `None` for one that lives as the settings say. Five are enough to read a code;
    /// to think of a password that the rules accept, or to install an app and print ten codes, takes longer.
    pub const fn minutes(self) -> Option<i64> {
        match self {
            Self::Full => None,
            Self::Code => Some(5),
            Self::Password | Self::Enrol => Some(15),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stages(u8);

impl Stages {
    /// Signed in, and nothing before it.
    pub const FULL: Self = Self(1);

    /// These and one more.
    #[must_use]
    pub const fn and(self, stage: Stage) -> Self {
        Self(self.0 | 1 << stage as u8)
    }

    /// Whether a stage is among them.
    pub const fn has(self, stage: Stage) -> bool {
        self.0 & (1 << stage as u8) != 0
    }
}

/// How long a proof of who one is lets dangerous operations pass, in milliseconds.
pub const PROOF_LASTS: i64 = 10 * 60_000;

/// What a moment may lie ahead of the clock by, in milliseconds: a machine that starts again may be corrected by as much.
const AHEAD: i64 = 60_000;

/// A signed-in browser. Its moments are steady ones (`clock.rs`).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Session {
    /// Random id, 32 hexadecimal characters; the only content of the token.
    pub session_id: String,
    pub user_id: u64,
    /// When he signed in.
    pub signed_in: Stamp,
    /// Last request that was written back.
    pub last_seen: Stamp,
    /// Client address at sign-in.
    pub ip: String,
    /// User agent at sign-in.
    pub user_agent: String,
    /// Present when it began by single sign-on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sso: Option<SsoMark>,
    /// How far it is; sessions of earlier versions are full.
    #[serde(default)]
    pub stage: Stage,
    /// Its end whatever happens; `None` for a full one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Stamp>,
    /// Minutes without a request after which it ends, where that is less than the settings say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_minutes: Option<u32>,
    /// Wrong codes in it.
    #[serde(default)]
    pub wrong_codes: u32,
}

/// What a session that began by single sign-on remembers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SsoMark {
    /// Where signing out at the provider begins, made at sign-in so that signing out asks nobody; it
    /// holds the ID token. Empty when the provider offers none.
    pub sign_out_url: String,
}

/// Sessions of a person, oldest first.
pub const BY_USER: Index<Session> =
    Index { name: "session/user", unique: false, keys: |session| vec![id(session.user_id).i64(session.signed_in.0)] };

impl Record for Session {
    const TABLE: &'static str = "session";
    const KEEPING: Keeping = Keeping::Passing;
    const INDEXES: &'static [Index<Self>] = &[BY_USER];
    const SECRET_FIELDS: &'static [&'static str] = &["session_id", "sso"];
    fn id(&self) -> Key {
        key().str(&self.session_id)
    }
}

struct Live {
    session: Session,
    last_seen: AtomicI64,
}

/// How long a session lives.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Milliseconds without a request.
    pub idle: i64,
    /// Milliseconds since sign-in; 0 = no limit.
    pub absolute: i64,
}

impl Limits {
    /// Whether a session has run out. One of a moment that has not come was written before the last start by a clock that was
    /// wrong: it must not live until that day.
    pub fn is_over(self, signed_in: i64, last_seen: i64, now: i64) -> bool {
        signed_in.max(last_seen) - now > AHEAD
            || now - last_seen > self.idle
            || (self.absolute > 0 && now - signed_in > self.absolute)
    }

    /// Milliseconds without a request that a session lives.
    fn idle_of(self, session: &Session) -> i64 {
        session.idle_minutes.map_or(self.idle, |minutes| self.idle.min(i64::from(minutes) * 60_000))
    }

    /// [`Limits::is_over`] for a session of any stage, last used at `last_seen`.
    pub fn ends(self, session: &Session, last_seen: i64, now: i64) -> bool {
        let own = Self { idle: self.idle_of(session), ..self };
        session.until.is_some_and(|until| now > until.0) || own.is_over(session.signed_in.0, last_seen, now)
    }
}

/// The live sessions and the key that signs their tokens.
pub struct Sessions {
    live: RwLock<HashMap<String, Arc<Live>>>,
    // When each session last proved who it is, by the monotonic clock.
    proved: Mutex<HashMap<String, i64>>,
    // Sessions that began since the start: on their way, and full.
    begun: [AtomicU64; 2],
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

#[derive(Serialize, Deserialize)]
struct Claims {
    // The family's name for the session id (contract 1.3).
    login_user_key: String,
    sub: String,
}

impl Sessions {
    /// Sessions signed with `secret`.
    pub fn new(secret: &[u8]) -> Self {
        let mut validation = Validation::new(Algorithm::HS512);
        validation.required_spec_claims.clear();
        validation.validate_exp = false;
        Self {
            live: RwLock::default(),
            proved: Mutex::default(),
            begun: Default::default(),
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            validation,
        }
    }

    /// Loads the table at start.
    pub fn load(&self, tx: &dyn RawRead) -> Res<()> {
        let mut live = HashMap::new();
        tx.each::<Session>(|session| {
            let last_seen = AtomicI64::new(session.last_seen.0);
            live.insert(session.session_id.clone(), Arc::new(Live { session, last_seen }));
            true
        })?;
        *self.live.write() = live;
        Ok(())
    }

    /// Store observer: follows the table.
    pub fn observe(&self, changes: &[Change]) {
        for change in changes.iter().filter(|change| change.table == Session::TABLE) {
            let name = String::from_utf8_lossy(&change.key).trim_end_matches('\0').to_owned();
            match change.value.as_deref().map(|bytes| decode::<Session>(&change.key, bytes)) {
                Some(Ok(session)) => {
                    let mut live = self.live.write();
                    let known = live.get(&name).map_or(0, |live| live.last_seen.load(Ordering::Relaxed));
                    let last_seen = AtomicI64::new(session.last_seen.0.max(known));
                    let is_full = session.stage.is_full();
                    if live.insert(name, Arc::new(Live { session, last_seen })).is_none() {
                        self.begun[usize::from(is_full)].fetch_add(1, Ordering::Relaxed);
                    }
                }
                _ => {
                    self.live.write().remove(&name);
                }
            }
        }
    }

    /// The token of a session.
    pub fn token(&self, session: &Session, user_name: &str) -> Result<String> {
        let claims = Claims { login_user_key: session.session_id.clone(), sub: user_name.to_owned() };
        jsonwebtoken::encode(&Header::new(Algorithm::HS512), &claims, &self.encoding).map_err(AppError::internal)
    }

    /// The live session of a token; the moment counts as its last request when `touch` is set.
    pub fn find(&self, token: &str, now: Stamp, limits: Limits, touch: bool) -> Option<Session> {
        let token = token.strip_prefix("Bearer ").unwrap_or(token).trim();
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation).ok()?.claims;
        let live = self.live.read().get(&claims.login_user_key).cloned()?;
        let last_seen = live.last_seen.load(Ordering::Relaxed);
        if limits.ends(&live.session, last_seen, now.0) {
            return None;
        }
        if touch {
            live.last_seen.fetch_max(now.0, Ordering::Relaxed);
        }
        let mut session = live.session.clone();
        session.last_seen = Stamp(live.last_seen.load(Ordering::Relaxed));
        Some(session)
    }

    /// Whether a session exists and has not run out.
    pub fn lives(&self, session_id: &str, now: Stamp, limits: Limits) -> bool {
        self.live
            .read()
            .get(session_id)
            .is_some_and(|live| !limits.ends(&live.session, live.last_seen.load(Ordering::Relaxed), now.0))
    }

    /// Sessions whose last request is to be written back, and ids of those that are over.
    pub fn to_flush(&self, now: Stamp, limits: Limits) -> (Vec<Session>, Vec<String>) {
        let (mut touched, mut over) = (Vec::new(), Vec::new());
        for live in self.live.read().values() {
            let last_seen = live.last_seen.load(Ordering::Relaxed);
            if limits.ends(&live.session, last_seen, now.0) {
                over.push(live.session.session_id.clone());
            } else if last_seen > live.session.last_seen.0 {
                touched.push(Session { last_seen: Stamp(last_seen), ..live.session.clone() });
            }
        }
        (touched, over)
    }

    /// Time of the last request of a session.
    pub fn last_seen(&self, session_id: &str) -> Option<Stamp> {
        self.live.read().get(session_id).map(|live| Stamp(live.last_seen.load(Ordering::Relaxed)))
    }

    /// Whether a session began by single sign-on.
    pub fn came_by_sso(&self, session_id: &str) -> bool {
        self.live.read().get(session_id).is_some_and(|live| live.session.sso.is_some())
    }

    /// Whether a session began in the last [`PROOF_LASTS`]; `now` is [`crate::clock::Clock::steady`].
    pub fn has_just_begun(&self, session_id: &str, now: Stamp) -> bool {
        let live = self.live.read();
        live.get(session_id).is_some_and(|live| (0..PROOF_LASTS).contains(&(now.0 - live.session.signed_in.0)))
    }

    /// Milliseconds without a request that a session lives.
    pub fn idle(&self, session_id: &str, limits: Limits) -> i64 {
        self.live.read().get(session_id).map_or(limits.idle, |live| limits.idle_of(&live.session))
    }

    /// How far a session is; what has ended is nowhere near.
    pub fn stage(&self, session_id: &str) -> Stage {
        self.live.read().get(session_id).map_or(Stage::Code, |live| live.session.stage)
    }

    /// Notes that a session has just proved who it is; `at` is [`crate::clock::Clock::monotonic`].
    pub fn prove(&self, session_id: &str, at: i64) {
        let mut proved = self.proved.lock();
        proved.retain(|_, before| (0..PROOF_LASTS).contains(&(at - *before)));
        proved.insert(session_id.to_owned(), at);
    }

    /// Whether it did so in the last [`PROOF_LASTS`].
    pub fn has_proved(&self, session_id: &str, at: i64) -> bool {
        self.proved.lock().get(session_id).is_some_and(|before| (0..PROOF_LASTS).contains(&(at - before)))
    }

    /// Sessions that began since the program started: those on their way (each step is one), and full ones.
    pub fn begun(&self) -> [u64; 2] {
        [0, 1].map(|place| self.begun[place].load(Ordering::Relaxed))
    }

    /// Number of live sessions.
    pub fn count(&self) -> usize {
        self.live.read().len()
    }
}

impl std::fmt::Debug for Sessions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sessions({} live, key ***)", self.count())
    }
}
