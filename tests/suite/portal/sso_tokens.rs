//! ID tokens that a hostile provider, or somebody between, might send: none signs anybody in.

use crate::{idp, scene};
use idp::{CLIENT, SECRET, Signer, b64};
use scene::{NOW, Trip, scene, with, without};
use serde_json::{Value, json};

const TOKEN: &str = "单点登录失败，请重新登录（身份凭证未通过校验）";

fn hmac(header: Value, claims: &Value, secret: &[u8]) -> String {
    let text = format!("{}.{}", b64(header.to_string()), b64(claims.to_string()));
    let key = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, secret);
    format!("{text}.{}", b64(aws_lc_rs::hmac::sign(&key, text.as_bytes()).as_ref()))
}

fn unsigned(alg: &str, claims: &Value) -> String {
    format!("{}.{}.", b64(json!({"alg": alg, "kid": "k1"}).to_string()), b64(claims.to_string()))
}

/// What is done to the claims of an honest token before the provider's own key signs them.
fn flawed_claims(issuer: &str) -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("wrong aud", "aud", json!("other")),
        ("several aud, no azp", "aud", json!([CLIENT, "other"])),
        ("azp is another", "azp", json!("other")),
        ("wrong iss", "iss", json!("https://evil.example")),
        ("iss with a slash more", "iss", json!(format!("{issuer}/"))),
        ("wrong nonce", "nonce", json!("another")),
        ("expired", "exp", json!(NOW - 61)),
        ("exp is text", "exp", json!("9999999999")),
        ("issued tomorrow", "iat", json!(NOW + 86_400)),
        ("not valid yet", "nbf", json!(NOW + 86_400)),
        ("sub is a list", "sub", json!(["sub-zhang1"])),
        ("sub is empty", "sub", json!("")),
    ]
}

/// Tokens whose signature is not the provider's, made from honest claims.
fn flawed_signatures(honest: &Signer, rsa: &Signer, claims: &Value) -> Vec<(&'static str, String)> {
    let whole = honest.token(&json!({"alg": "ES256", "kid": "k1"}), claims);
    let parts: Vec<&str> = whole.split('.').collect();
    let (head, body, signature) = (parts[0], parts[1], parts[2]);
    let own = Signer::ec();
    let own_jwk = own.jwk("k1");
    let key = |id: &str| json!({"alg": "HS256", "kid": id});
    vec![
        ("alg none", unsigned("none", claims)),
        ("alg None", unsigned("None", claims)),
        ("alg nOnE with a signature", format!("{}{signature}", unsigned("nOnE", claims))),
        ("alg none with kid of a secret", unsigned("", claims)),
        ("no alg", format!("{}.{body}.{signature}", b64("{}"))),
        ("HS256 with the public EC key", hmac(key("k1"), claims, &honest.public_bytes())),
        ("HS256 with the public RSA key", hmac(key("r1"), claims, &rsa.public_bytes())),
        ("HS256 with a published secret", hmac(key("o1"), claims, b"shared")),
        ("HS256 with the client's secret", hmac(json!({"alg": "HS256"}), claims, SECRET.as_bytes())),
        ("HS256 with nothing", hmac(key("k1"), claims, b"")),
        ("wrong key", own.token(&json!({"alg": "ES256", "kid": "k1"}), claims)),
        ("wrong key without kid", own.token(&json!({"alg": "ES256"}), claims)),
        ("unknown kid", own.token(&json!({"alg": "ES256", "kid": "zz"}), claims)),
        ("kid path", own.token(&json!({"alg": "ES256", "kid": "../../dev/null"}), claims)),
        ("kid of another kind", own.token(&json!({"alg": "ES256", "kid": "r1"}), claims)),
        ("embedded key", own.token(&json!({"alg": "ES256", "jwk": own_jwk}), claims)),
        ("key by address", own.token(&json!({"alg": "ES256", "kid": "k1", "jku": "http://127.0.0.1:1/k"}), claims)),
        ("certificate inside", own.token(&json!({"alg": "ES256", "kid": "k1", "x5c": ["MIIB"]}), claims)),
        ("RS384 is not on the list", rsa.token(&json!({"alg": "RS384", "kid": "r1"}), claims)),
        ("RS256 said, ES256 key", honest.token(&json!({"alg": "RS256", "kid": "k1"}), claims)),
        ("critical extension", honest.token(&json!({"alg": "ES256", "kid": "k1", "crit": ["b64"]}), claims)),
        ("a key for encryption", rsa.token(&json!({"alg": "RS256", "kid": "enc"}), claims)),
        ("no signature", format!("{head}.{body}.")),
        ("two parts", format!("{head}.{body}")),
        ("four parts", format!("{whole}.{signature}")),
        (
            "two signatures",
            json!({"payload": body, "signatures": [{"protected": head, "signature": signature}]}).to_string(),
        ),
        ("zero signature", format!("{head}.{body}.{}", b64([0; 64]))),
        ("empty signature in DER", format!("{head}.{body}.{}", b64([0x30, 0]))),
        ("changed body", format!("{head}.{}.{signature}", b64(with(claims, "sub", json!("x")).to_string()))),
        ("body is a list", honest.token(&json!({"alg": "ES256", "kid": "k1"}), &json!([1]))),
        ("empty", String::new()),
        ("dots", "..".to_owned()),
        ("huge", format!("{head}.{}.{signature}", "A".repeat(70_000))),
    ]
}

#[test]
fn forged_tokens_sign_nobody_in() {
    let scene = scene("");
    let (rsa, ed) = (Signer::rsa(), Signer::ed());
    let mut encrypting = rsa.jwk("enc");
    encrypting["use"] = json!("enc");
    scene.provider.publish(vec![
        scene.provider.signer.jwk("k1"),
        rsa.jwk("r1"),
        ed.jwk("e1"),
        encrypting,
        json!({"kty": "oct", "kid": "o1", "k": b64("shared")}),
        json!({"kty": "future", "kid": "f1"}),
    ]);
    let honest = &scene.provider.signer;
    let posted = |trip: &Trip, token: String| {
        scene.grant("code-1", trip, token);
        scene.come_back(&trip.cookie, &json!({"loginCode": "code-1", "state": trip.state}))
    };
    let refused = json!({"code": 500, "msg": TOKEN});
    let mut tried = 0;
    let names: Vec<&str> = flawed_signatures(honest, &rsa, &json!({})).iter().map(|(why, _)| *why).collect();
    for (place, why) in names.iter().enumerate() {
        let trip = scene.start("");
        let token = flawed_signatures(honest, &rsa, &scene.claims(&trip, "zhang1")).swap_remove(place).1;
        assert_eq!(posted(&trip, token), refused, "{why}");
        tried += 1;
    }
    let es = json!({"alg": "ES256", "kid": "k1"});
    for (why, name, value) in flawed_claims(&scene.provider.issuer) {
        let trip = scene.start("");
        let claims = with(&scene.claims(&trip, "zhang1"), name, value);
        assert_eq!(posted(&trip, honest.token(&es, &claims)), refused, "{why}");
        tried += 1;
    }
    for name in ["aud", "iss", "nonce", "exp", "iat", "sub"] {
        let trip = scene.start("");
        let claims = without(&scene.claims(&trip, "zhang1"), name);
        assert_eq!(posted(&trip, honest.token(&es, &claims)), refused, "no {name}");
        tried += 1;
    }
    assert!(tried > 50 && scene.links().is_empty() && scene.portal.app.sessions.count() == 0, "{tried}");
    for (alg, kid, signer) in
        [("RS256", "r1", &rsa), ("PS256", "r1", &rsa), ("EdDSA", "e1", &ed), ("ES256", "k1", honest)]
    {
        let trip = scene.start("");
        let token = signer.token(&json!({"alg": alg, "kid": kid}), &scene.claims(&trip, "zhang1"));
        assert_eq!(posted(&trip, token)["code"], 200, "{alg}");
    }
}

#[test]
fn an_unknown_key_is_asked_for_once_a_minute() {
    let scene = scene("");
    assert_eq!(scene.sign_in("zhang1")["code"], 200);
    let fresh = Signer::ec();
    scene.provider.publish(vec![fresh.jwk("k2")]);
    let keys = || scene.provider.log().iter().filter(|line| line.starts_with("jwks")).count();
    let signed = |kid: &str, signer: &Signer| {
        let trip = scene.start("");
        scene.grant("c", &trip, signer.token(&json!({"alg": "ES256", "kid": kid}), &scene.claims(&trip, "zhang1")));
        scene.come_back(&trip.cookie, &json!({"loginCode": "c", "state": trip.state}))["code"].clone()
    };
    let before = keys();
    assert_eq!(signed("k2", &fresh), 200, "a rotated key is found at once");
    assert_eq!(keys() - before, 1);
    for _ in 0..3 {
        assert_eq!(signed("k3", &fresh), 500);
    }
    assert_eq!(keys() - before, 1, "strangers' key names are no way to make us ask");
    scene.portal.app.clock.advance(60_001);
    assert_eq!(signed("k3", &fresh), 500);
    assert_eq!(keys() - before, 2);
}
