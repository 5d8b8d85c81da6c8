//! What makes an ID token believable. Pure: keys, expectations and the moment come in.
//!
//! The algorithm comes from a short list of asymmetric ones and must fit the key that the provider
//! publishes; keys and addresses that a token brings along are never looked at.

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde_json::{Map, Value};

const ALLOWED: [Algorithm; 4] = [Algorithm::RS256, Algorithm::PS256, Algorithm::ES256, Algorithm::EdDSA];
/// How far the clocks may differ, in seconds.
const LEEWAY: i64 = 60;
/// Longest token looked at.
const LIMIT: usize = 64 * 1024;
/// Keys without a name that are tried.
const TRIED: usize = 8;

/// What is wrong with a token.
#[derive(Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Signed with a key that is not among those known; newer ones may help.
    UnknownKey,
    /// Anything else; for the log.
    Bad(String),
}

fn bad<T>(why: impl ToString) -> Result<T, Flaw> {
    Err(Flaw::Bad(why.to_string()))
}

/// What a token must say.
#[derive(Debug)]
pub struct Expected<'a> {
    /// Who made it, exactly.
    pub issuer: &'a str,
    /// For whom: our name at the provider.
    pub client_id: &'a str,
    /// The nonce of the flow.
    pub nonce: &'a str,
    /// Seconds since 1970.
    pub now: i64,
}

/// Whether a published key may check this algorithm.
fn fits(key: &Jwk, algorithm: Algorithm) -> bool {
    let for_signing = key.common.public_key_use.as_ref().is_none_or(|used| *used == PublicKeyUse::Signature);
    let named = key.common.key_algorithm.as_ref().is_none_or(|named| *named == KeyAlgorithm::from(algorithm));
    let kind = match (&key.algorithm, algorithm) {
        (AlgorithmParameters::RSA(_), Algorithm::RS256 | Algorithm::PS256) => true,
        (AlgorithmParameters::EllipticCurve(key), Algorithm::ES256) => key.curve == EllipticCurve::P256,
        (AlgorithmParameters::OctetKeyPair(key), Algorithm::EdDSA) => key.curve == EllipticCurve::Ed25519,
        _ => false,
    };
    for_signing && named && kind
}

/// The keys that can check anything, each with its algorithms, for people.
pub fn usable(keys: &[Jwk]) -> Vec<String> {
    let shown = |key: &Jwk| {
        let names: Vec<String> = ALLOWED.iter().filter(|a| fits(key, **a)).map(|a| format!("{a:?}")).collect();
        (!names.is_empty()).then(|| format!("{} {}", key.common.key_id.as_deref().unwrap_or("-"), names.join("/")))
    };
    keys.iter().filter_map(shown).collect()
}

/// The claims of a token whose signature is that of a published key.
pub fn verified(token: &str, keys: &[Jwk]) -> Result<Map<String, Value>, Flaw> {
    if token.len() > LIMIT || token.bytes().filter(|byte| *byte == b'.').count() != 2 {
        return bad("not a compact token of ordinary size");
    }
    let header = decode_header(token).or_else(|error| bad(format!("header: {error}")))?;
    if !ALLOWED.contains(&header.alg) {
        return bad(format!("algorithm {:?} is not accepted", header.alg));
    }
    if header.crit.is_some() {
        return bad("critical extensions are not understood");
    }
    let wanted = |key: &&Jwk| match &header.kid {
        Some(kid) => key.common.key_id.as_ref() == Some(kid),
        None => true,
    };
    let named: Vec<&Jwk> = keys.iter().filter(wanted).collect();
    if named.is_empty() {
        return Err(Flaw::UnknownKey);
    }
    let candidates: Vec<&Jwk> = named.into_iter().filter(|key| fits(key, header.alg)).take(TRIED).collect();
    if candidates.is_empty() {
        return bad(format!("no published key is meant for {:?}", header.alg));
    }
    let mut validation = Validation::new(header.alg);
    validation.required_spec_claims.clear();
    // Checked below, with our clock and stricter.
    (validation.validate_exp, validation.validate_aud) = (false, false);
    let mut last = String::new();
    for key in candidates {
        match DecodingKey::from_jwk(key).and_then(|key| decode::<Map<String, Value>>(token, &key, &validation)) {
            Ok(found) => return Ok(found.claims),
            Err(error) => last = error.to_string(),
        }
    }
    bad(format!("signature: {last}"))
}

/// Checks what a verified token says.
pub fn check(claims: &Map<String, Value>, expected: &Expected<'_>) -> Result<(), Flaw> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    if text("iss") != Some(expected.issuer) {
        return bad("iss is another provider");
    }
    let audience: Vec<Option<&str>> = match claims.get("aud") {
        Some(Value::Array(items)) => items.iter().map(Value::as_str).collect(),
        Some(one) => vec![one.as_str()],
        None => Vec::new(),
    };
    if !audience.contains(&Some(expected.client_id)) {
        return bad("aud is somebody else");
    }
    let azp = claims.get("azp");
    if azp.is_none() && audience.len() > 1 {
        return bad("several audiences without azp");
    }
    if azp.is_some_and(|azp| azp.as_str() != Some(expected.client_id)) {
        return bad("azp is somebody else");
    }
    let moment = |name: &str| claims.get(name).map(|value| value.as_f64().filter(|moment| moment.is_finite()));
    let now = precise(expected.now);
    let leeway = precise(LEEWAY);
    match moment("exp") {
        Some(Some(exp)) if exp + leeway > now => {}
        Some(Some(_)) => return bad("expired"),
        _ => return bad("no exp"),
    }
    match moment("iat") {
        Some(Some(iat)) if iat - leeway <= now => {}
        Some(Some(_)) => return bad("iat is in the future; compare the clocks"),
        _ => return bad("no iat"),
    }
    if moment("nbf").is_some_and(|nbf| nbf.is_none_or(|nbf| nbf - leeway > now)) {
        return bad("not valid yet");
    }
    if text("nonce") != Some(expected.nonce) {
        return bad("nonce is not that of this sign-in");
    }
    match subject(claims) {
        Some(_) => Ok(()),
        None => bad("no usable sub"),
    }
}

/// The provider's number of the person.
pub fn subject(claims: &Map<String, Value>) -> Option<&str> {
    let sub = claims.get("sub")?.as_str()?;
    (!sub.trim().is_empty() && sub.len() <= 255 && !sub.contains(char::is_control)).then_some(sub)
}

#[expect(clippy::cast_precision_loss, reason = "seconds are far below 2^52")]
fn precise(seconds: i64) -> f64 {
    seconds as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_token_must_say() {
        let good = json!({"iss": "https://id", "aud": "gx", "sub": "1", "nonce": "n", "iat": 1_000, "exp": 1_300});
        let with = |name: &str, value: Value| {
            let mut claims = good.as_object().expect("an object").clone();
            if value.is_null() {
                claims.remove(name)
            } else {
                claims.insert(name.to_owned(), value)
            };
            claims
        };
        let expected = Expected { issuer: "https://id", client_id: "gx", nonce: "n", now: 1_000 };
        for (name, value, fine) in [
            ("x", json!(1), true),
            ("aud", json!(["gx"]), true),
            ("exp", json!(941), true),
            ("exp", json!(1_000.5), true),
            ("iat", json!(1_060), true),
            ("azp", json!("gx"), true),
            ("nbf", json!(1_060), true),
            ("iss", json!("https://id/"), false),
            ("iss", json!(["https://id"]), false),
            ("iss", Value::Null, false),
            ("aud", json!("GX"), false),
            ("aud", json!([]), false),
            ("aud", json!(["other"]), false),
            ("aud", json!(["gx", "other"]), false),
            ("aud", json!({"gx": 1}), false),
            ("aud", Value::Null, false),
            ("azp", json!("other"), false),
            ("azp", json!(1), false),
            ("exp", json!(940), false),
            ("exp", json!("1300"), false),
            ("exp", Value::Null, false),
            ("iat", json!(1_061), false),
            ("iat", Value::Null, false),
            ("nbf", json!(1_061), false),
            ("nbf", json!("soon"), false),
            ("nonce", json!("m"), false),
            ("nonce", json!(""), false),
            ("nonce", Value::Null, false),
            ("sub", json!(""), false),
            ("sub", json!(1), false),
            ("sub", json!("a\u{0}b"), false),
            ("sub", json!("x".repeat(256)), false),
            ("sub", Value::Null, false),
        ] {
            assert_eq!(check(&with(name, value.clone()), &expected).is_ok(), fine, "{name}: {value}");
        }
        let several = json!({"iss": "https://id", "aud": ["gx", "b"], "azp": "gx", "sub": "1", "nonce": "n", "iat": 1, "exp": 2_000});
        assert_eq!(check(several.as_object().expect("an object"), &expected), Ok(()));
    }
}
