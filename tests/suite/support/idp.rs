//! An identity provider on loopback that does as it is told: honest, hostile, slow, or gone.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{self, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub const CLIENT: &str = "gx-portal";
pub const SECRET: &str = "s3cret/+& 密";

pub fn b64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A signing key with its published half.
pub enum Signer {
    Rsa(Box<RsaKeyPair>),
    Ec(Box<EcdsaKeyPair>),
    Ed(Box<Ed25519KeyPair>),
}

impl Signer {
    pub fn rsa() -> Self {
        let made = aws_lc_rs::rsa::KeyPair::generate(aws_lc_rs::rsa::KeySize::Rsa2048).unwrap();
        let der: aws_lc_rs::encoding::Pkcs8V1Der<'_> = made.as_der().unwrap();
        Self::Rsa(Box::new(RsaKeyPair::from_pkcs8(der.as_ref()).unwrap()))
    }

    pub fn ec() -> Self {
        let algorithm = &signature::ECDSA_P256_SHA256_FIXED_SIGNING;
        let made = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new()).unwrap();
        Self::Ec(Box::new(EcdsaKeyPair::from_pkcs8(algorithm, made.as_ref()).unwrap()))
    }

    pub fn ed() -> Self {
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Self::Ed(Box::new(Ed25519KeyPair::from_pkcs8(made.as_ref()).unwrap()))
    }

    pub fn jwk(&self, kid: &str) -> Value {
        match self {
            Self::Rsa(key) => {
                let public = key.public_key();
                let (n, e) = (public.modulus().big_endian_without_leading_zero(), public.exponent());
                json!({"kty": "RSA", "kid": kid, "use": "sig", "n": b64(n), "e": b64(e.big_endian_without_leading_zero())})
            }
            Self::Ec(key) => {
                let point = key.public_key().as_ref();
                let (x, y) = (b64(&point[1..33]), b64(&point[33..65]));
                json!({"kty": "EC", "crv": "P-256", "kid": kid, "use": "sig", "alg": "ES256", "x": x, "y": y})
            }
            Self::Ed(key) => json!({"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": b64(key.public_key().as_ref())}),
        }
    }

    /// The published key as a server would hand it out in PEM: the «secret» of HS256 confusion.
    pub fn public_bytes(&self) -> Vec<u8> {
        match self {
            Self::Rsa(key) => key.public_key().as_ref().to_vec(),
            Self::Ec(key) => key.public_key().as_ref().to_vec(),
            Self::Ed(key) => key.public_key().as_ref().to_vec(),
        }
    }

    pub fn token(&self, header: &Value, claims: &Value) -> String {
        let text = format!("{}.{}", b64(header.to_string()), b64(claims.to_string()));
        let random = SystemRandom::new();
        let signed = match self {
            Self::Rsa(key) => {
                let padding: &'static dyn signature::RsaEncoding =
                    if header["alg"] == "PS256" { &signature::RSA_PSS_SHA256 } else { &signature::RSA_PKCS1_SHA256 };
                let mut bytes = vec![0; key.public_modulus_len()];
                key.sign(padding, &random, text.as_bytes(), &mut bytes).unwrap();
                bytes
            }
            Self::Ec(key) => key.sign(&random, text.as_bytes()).unwrap().as_ref().to_vec(),
            Self::Ed(key) => key.sign(text.as_bytes()).as_ref().to_vec(),
        };
        format!("{text}.{}", b64(signed))
    }
}

/// How the provider behaves at one of its addresses.
#[derive(Clone)]
pub enum Mood {
    /// As it should.
    Honest,
    /// Takes the request and never answers.
    Silent,
    /// Answers this.
    Says(u16, Vec<u8>),
    /// Leads elsewhere.
    Redirects(String),
}

/// What a code stands for.
struct Grant {
    challenge: String,
    callback: String,
    id_token: String,
    used: bool,
}

#[derive(Default)]
struct State {
    grants: HashMap<String, Grant>,
    keys: Vec<Value>,
    moods: HashMap<&'static str, Mood>,
    more: Value,
    discovery: Value,
    kept: Vec<TcpStream>,
    log: Vec<String>,
}

pub struct Provider {
    pub issuer: String,
    pub signer: Signer,
    state: Arc<Mutex<State>>,
    asked: Arc<AtomicUsize>,
}

impl Provider {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}/id", listener.local_addr().unwrap());
        let (state, asked) = (Arc::new(Mutex::new(State::default())), Arc::new(AtomicUsize::new(0)));
        let (worker, count, name) = (state.clone(), asked.clone(), issuer.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (state, count, issuer) = (worker.clone(), count.clone(), name.clone());
                std::thread::spawn(move || serve(stream, &state, &count, &issuer));
            }
        });
        let signer = Signer::ec();
        let provider = Self { issuer, signer, state, asked };
        provider.publish(vec![provider.signer.jwk("k1")]);
        provider
    }

    pub fn publish(&self, keys: Vec<Value>) {
        self.state.lock().unwrap().keys = keys;
    }

    pub fn be(&self, place: &'static str, mood: Mood) {
        self.state.lock().unwrap().moods.insert(place, mood);
    }

    pub fn userinfo(&self, more: Value) {
        self.state.lock().unwrap().more = more;
    }

    /// Replaces fields of the discovery document.
    pub fn discovery(&self, fields: Value) {
        self.state.lock().unwrap().discovery = fields;
    }

    /// Requests so far.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    /// What was asked at an address so far.
    pub fn log(&self) -> Vec<String> {
        self.state.lock().unwrap().log.clone()
    }

    pub fn grant(&self, code: &str, challenge: &str, callback: &str, id_token: String) {
        let (challenge, callback) = (challenge.to_owned(), callback.to_owned());
        let grant = Grant { challenge, callback, id_token, used: false };
        self.state.lock().unwrap().grants.insert(code.to_owned(), grant);
    }
}

fn serve(stream: TcpStream, state: &Mutex<State>, count: &AtomicUsize, issuer: &str) {
    let mut reader = BufReader::new(stream);
    let (mut first, mut line, mut length, mut authorization) = (String::new(), String::new(), 0, String::new());
    if reader.read_line(&mut first).unwrap_or(0) == 0 {
        return;
    }
    loop {
        line.clear();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
            break;
        }
        let (name, value) = line.trim().split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => value.trim().clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    count.fetch_add(1, Ordering::SeqCst);
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let place = path.rsplit('/').next().unwrap_or_default().to_owned();
    let mut state = state.lock().unwrap();
    state.log.push(format!("{place} {}", String::from_utf8_lossy(&body)));
    let mood = state.moods.get(place.as_str()).cloned().unwrap_or(Mood::Honest);
    let (status, more, bytes) = match mood {
        Mood::Silent => {
            state.kept.push(reader.into_inner());
            return;
        }
        Mood::Says(status, bytes) => (status, String::new(), bytes),
        Mood::Redirects(to) => (302, format!("location: {to}\r\n"), Vec::new()),
        Mood::Honest => {
            let (status, answer) = honest(&mut state, &place, issuer, &body, &authorization);
            (status, String::new(), answer.to_string().into_bytes())
        }
    };
    drop(state);
    let head = format!(
        "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ndate: Mon, 30 Sep 2024 01:00:05 GMT\r\n{more}\
         content-length: {}\r\nconnection: close\r\n\r\n",
        bytes.len()
    );
    let mut stream = reader.into_inner();
    // The client may hang up in the middle of a huge answer; that is its right.
    drop(stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&bytes)));
}

fn honest(state: &mut State, place: &str, issuer: &str, body: &[u8], authorization: &str) -> (u16, Value) {
    match place {
        "openid-configuration" => {
            let mut document = json!({
                "issuer": issuer,
                "authorization_endpoint": format!("{issuer}/auth"),
                "token_endpoint": format!("{issuer}/token"),
                "jwks_uri": format!("{issuer}/jwks"),
                "userinfo_endpoint": format!("{issuer}/userinfo"),
                "end_session_endpoint": format!("{issuer}/end?lang=zh"),
                "code_challenge_methods_supported": ["S256"],
            });
            for (name, value) in state.discovery.as_object().into_iter().flatten() {
                document[name] = value.clone();
            }
            (200, document)
        }
        "jwks" => (200, json!({"keys": state.keys})),
        "userinfo" if authorization == "Bearer at" => (200, state.more.clone()),
        "token" => exchange(state, body, authorization),
        "exchange" => {
            let body: Value = serde_json::from_slice(body).unwrap_or_default();
            if body["clientSecret"] != SECRET {
                return (403, json!({"code": 403}));
            }
            let known = body["loginCode"].as_str().and_then(|code| state.grants.get_mut(code));
            match known.filter(|grant| !grant.used) {
                Some(grant) => {
                    grant.used = true;
                    (200, serde_json::from_str(&grant.id_token).unwrap())
                }
                None => (200, json!({"code": 500, "msg": "invalid ticket"})),
            }
        }
        _ => (404, json!({})),
    }
}

fn exchange(state: &mut State, body: &[u8], authorization: &str) -> (u16, Value) {
    let encode = |text: &str| gx_portal::features::portal::idaas::flow::encoded(text);
    let expected = format!("Basic {}", STANDARD.encode(format!("{}:{}", encode(CLIENT), encode(SECRET))));
    if authorization != expected {
        return (401, json!({"error": "invalid_client"}));
    }
    let form = gx_portal::web::input::query(&String::from_utf8_lossy(body));
    let text = |name: &str| form.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(grant) = state.grants.get_mut(&text("code")) else { return (400, json!({"error": "invalid_grant"})) };
    let proven = b64(Sha256::digest(text("code_verifier"))) == grant.challenge;
    if grant.used || !proven || text("redirect_uri") != grant.callback || text("grant_type") != "authorization_code" {
        return (400, json!({"error": "invalid_grant"}));
    }
    grant.used = true;
    (200, json!({"access_token": "at", "token_type": "Bearer", "id_token": grant.id_token}))
}
