//! One trip to the provider and back: what is sent along, how it is bound to the browser, and where
//! the person goes afterwards.
//!
//! The cookie holds a random number, the target and an end, signed; state, nonce and verifier are
//! computed from the number with a key of the server. So nothing is stored, nobody can fill a store up
//! or push others out of it, and a flow survives a restart of the server. A list of used numbers
//! (in memory) makes it good for one try.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;

/// The cookie; also the name of the input field it is read into.
pub const COOKIE: &str = "ssoFlow";
/// Life of a flow in seconds.
pub const LIFE: u32 = 600;
/// Longest target that is remembered.
const TARGET: usize = 1_024;
/// Pages that are no target after signing in.
const SIGN_IN_PAGES: [&str; 4] = ["/login", "/login_self", "/setup", "/loginIdaas"];

/// A trip under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    pub id: String,
    /// Path of the portal to go to afterwards; empty = its first page.
    pub target: String,
    /// When it ends.
    pub until: Stamp,
}

impl Flow {
    /// A new trip.
    pub fn new(target: String, now: Stamp) -> Self {
        let until = Stamp(now.0 + i64::from(LIFE) * 1_000);
        Self { id: hex::encode(rand::random::<[u8; 16]>()), target, until }
    }
}

/// What belongs to a flow and is not in the cookie.
#[derive(Debug, PartialEq, Eq)]
pub struct Secrets {
    /// Comes back with the code.
    pub state: String,
    /// Comes back inside the ID token.
    pub nonce: String,
    /// Shown only when the code is exchanged (PKCE).
    pub verifier: String,
}

impl Secrets {
    /// What the provider sees of the verifier.
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(&self.verifier))
    }
}

/// Signs cookies and computes the secrets of flows.
pub struct Sealer {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

impl Sealer {
    /// From the key that signs tokens; not that key itself.
    pub fn new(key: &[u8]) -> Self {
        let own = Sha256::new().chain_update(b"gx-portal single sign-on\0").chain_update(key).finalize();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.required_spec_claims.clear();
        validation.validate_exp = false;
        Self { encoding: EncodingKey::from_secret(&own), decoding: DecodingKey::from_secret(&own), validation }
    }

    /// The content of the cookie.
    pub fn seal(&self, flow: &Flow) -> Result<String> {
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), flow, &self.encoding).map_err(AppError::internal)
    }

    /// The flow of a cookie that we made and that has not run out.
    pub fn open(&self, cookie: &str, now: Stamp) -> Option<Flow> {
        let flow = jsonwebtoken::decode::<Flow>(cookie, &self.decoding, &self.validation).ok()?.claims;
        Some(flow).filter(|flow| flow.until.0 > now.0)
    }

    /// State, nonce and verifier of a flow.
    pub fn secrets(&self, flow: &Flow) -> Result<Secrets> {
        let derive = |what: &str| {
            jsonwebtoken::crypto::sign(format!("{what}:{}", flow.id).as_bytes(), &self.encoding, Algorithm::HS256)
                .map_err(AppError::internal)
        };
        Ok(Secrets { state: derive("state")?, nonce: derive("nonce")?, verifier: derive("verifier")? })
    }
}

/// Compares without telling by its duration how much was right.
pub fn same(left: &str, right: &str) -> bool {
    Sha256::digest(left) == Sha256::digest(right)
}

/// Where to go after signing in: a path below the base, without the base. Whatever else is asked for
/// (another host in any spelling, control characters, a sign-in page) gives nothing, which means home.
pub fn safe_target(base: &str, wanted: &str) -> String {
    let nowhere = String::new;
    if wanted.len() > TARGET || !wanted.starts_with('/') {
        return nowhere();
    }
    // What a lenient reader might make of it, and what it might make of that.
    let once = decoded(wanted);
    for text in [wanted, &once, &decoded(&once)] {
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let harmful = |c: char| c == '\\' || c.is_whitespace() || c.is_control();
        if path.starts_with("//") || path.contains(harmful) || path.split('/').any(|part| part == "..") {
            return nowhere();
        }
    }
    if wanted.contains(|c: char| c == '\\' || c.is_whitespace() || c.is_control()) {
        return nowhere();
    }
    let inside = match wanted.strip_prefix(base) {
        Some(rest) if rest.is_empty() || rest.starts_with(['/', '?', '#']) => rest,
        _ => wanted,
    };
    let path = inside.split(['?', '#']).next().unwrap_or_default();
    if path.len() <= 1 || path.starts_with("//") || SIGN_IN_PAGES.contains(&path) {
        return nowhere();
    }
    inside.to_owned()
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while let Some(byte) = bytes.get(place) {
        let code = (*byte == b'%').then(|| text.get(place + 1..place + 3)).flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(value) => {
                out.push(value);
                place += 3;
            }
            None => {
                out.push(*byte);
                place += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// A text as part of a query.
pub fn encoded(text: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _: std::fmt::Result = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_stay_below_the_base() {
        for (wanted, target) in [
            ("/system/user?keyWord=a%20b", "/system/user?keyWord=a%20b"),
            ("/gx_portal/system/dept#x", "/system/dept#x"),
            ("/gx_portal_other/x", "/gx_portal_other/x"),
            ("/system/user?next=//evil.example", "/system/user?next=//evil.example"),
            ("/a/名称", "/a/名称"),
            ("", ""),
            ("/", ""),
            ("/gx_portal", ""),
            ("/gx_portal/", ""),
            ("/login?redirect=/x", ""),
            ("/gx_portal/loginIdaas?code=1", ""),
            ("system/user", ""),
            ("//evil.example", ""),
            ("///evil.example", ""),
            ("/gx_portal//evil.example", ""),
            ("\\\\evil.example", ""),
            ("/\\evil.example", ""),
            ("/x?y=\\evil", ""),
            ("https:evil.example", ""),
            ("https://evil.example/", ""),
            ("javascript:alert(1)", ""),
            ("/%2f%2fevil.example", ""),
            ("/%2Fevil.example", ""),
            ("%2f%2fevil.example", ""),
            ("/%252f%252fevil.example", ""),
            ("/%5cevil.example", ""),
            ("/x\r\nset-cookie: a=b", ""),
            ("/x%0d%0aset-cookie:%20a=b", ""),
            ("/x\t", ""),
            ("/\u{a0}/evil.example", ""),
            ("/a/../../evil", ""),
            ("/a/%2e%2e/b", ""),
        ] {
            assert_eq!(safe_target("/gx_portal", wanted), target, "{wanted:?}");
        }
        assert_eq!(safe_target("/gx_portal", &format!("/{}", "x".repeat(TARGET))), "");
    }

    #[test]
    fn a_cookie_is_ours_and_ends() {
        let sealer = Sealer::new(b"key");
        let flow = Flow::new("/system/user".into(), Stamp(1_000));
        let cookie = sealer.seal(&flow).expect("sealed");
        assert_eq!(sealer.open(&cookie, Stamp(1_000)), Some(flow.clone()));
        assert_eq!(sealer.open(&cookie, flow.until), None, "over");
        assert_eq!(Sealer::new(b"other").open(&cookie, Stamp(1_000)), None, "another installation");
        let (head, _) = cookie.rsplit_once('.').expect("a signature");
        assert_eq!(sealer.open(&format!("{head}."), Stamp(1_000)), None, "unsigned");
        let secrets = sealer.secrets(&flow).expect("derived");
        assert_eq!(secrets, sealer.secrets(&flow).expect("derived"), "the same after a restart");
        assert!(secrets.verifier.len() == 43 && secrets.state != secrets.nonce && secrets.nonce != secrets.verifier);
        for secret in [&secrets.state, &secrets.nonce, &secrets.verifier] {
            assert!(!cookie.contains(secret.as_str()));
        }
        // RFC 7636, appendix B
        let known = Secrets { verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".into(), ..secrets };
        assert_eq!(known.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
