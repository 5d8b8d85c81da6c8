//! A portal with single sign-on and the provider it believes in.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use gx_portal::features::portal::idaas::link::IdaasLink;
use gx_portal::store::Reads;
use poem::Request;
use serde_json::{Value, json};

use crate::idp::{CLIENT, Provider, SECRET};
use crate::support::{self, Portal};

/// The portal's clock in these tests, seconds since 1970.
pub const NOW: i64 = 1_727_658_000;

pub struct Scene {
    pub portal: Portal,
    pub provider: Provider,
}

/// What the browser has after it was led to the provider.
#[derive(Clone)]
pub struct Trip {
    pub cookie: String,
    pub state: String,
    pub nonce: String,
    pub challenge: String,
    pub callback: String,
}

pub fn config(portal: &str) -> Portal {
    let folder = tempfile::tempdir().unwrap();
    support::initialise(folder.path());
    std::fs::write(folder.path().join("gx-portal.toml"), portal).unwrap();
    Portal::on(folder)
}

pub fn scene(more: &str) -> Scene {
    let provider = Provider::start();
    let portal = config(&format!(
        "[idaas]\nissuer = \"{}\"\nclient_id = \"{CLIENT}\"\nclient_secret = \"{SECRET}\"\n\
         public_url = \"https://portal.example\"\nclaim = \"preferred_username\"\n{more}",
        provider.issuer
    ));
    portal.person("zhang1", 110, &[3]);
    Scene { portal, provider }
}

pub fn part(url: &str, name: &str) -> String {
    let query = gx_portal::web::input::query(url.split_once('?').expect("a query").1);
    query.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

impl Scene {
    pub fn led(&self, redirect: &str) -> support::Answer {
        self.portal.request("GET", &format!("/loginIdaas/start?redirect={redirect}"), "", None)
    }

    pub fn start(&self, redirect: &str) -> Trip {
        let answer = self.led(redirect);
        assert_eq!(answer.status, 302);
        let location = answer.headers["location"].to_str().unwrap().to_owned();
        assert!(location.starts_with(&format!("{}/auth?", self.provider.issuer)), "{location}");
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        Trip {
            cookie: cookie.split(';').next().unwrap().to_owned(),
            state: part(&location, "state"),
            nonce: part(&location, "nonce"),
            challenge: part(&location, "code_challenge"),
            callback: part(&location, "redirect_uri"),
        }
    }

    pub fn come_back(&self, cookie: &str, body: &Value) -> Value {
        self.answer(cookie, body).json()
    }

    pub fn answer(&self, cookie: &str, body: &Value) -> support::Answer {
        let request = Request::builder()
            .method(poem::http::Method::POST)
            .uri("/gx_portal/prod-api/loginIdaas".parse().unwrap())
            .header("cookie", format!("other=1; {cookie}"))
            .content_type("application/json")
            .body(body.to_string());
        self.portal.send(request)
    }

    pub fn claims(&self, trip: &Trip, name: &str) -> Value {
        json!({"iss": self.provider.issuer, "aud": CLIENT, "sub": format!("sub-{name}"), "preferred_username": name,
               "nonce": trip.nonce, "iat": NOW, "exp": NOW + 300})
    }

    pub fn grant(&self, code: &str, trip: &Trip, token: String) {
        self.provider.grant(code, &trip.challenge, &trip.callback, token);
    }

    pub fn honest_token(&self, trip: &Trip, name: &str) -> String {
        self.provider.signer.token(&json!({"alg": "ES256", "kid": "k1"}), &self.claims(trip, name))
    }

    /// A whole sign-in; what the portal answers.
    pub fn sign_in(&self, name: &str) -> Value {
        let trip = self.start("");
        self.grant("c", &trip, self.honest_token(&trip, name));
        self.come_back(&trip.cookie, &json!({"loginCode": "c", "state": trip.state}))
    }

    pub fn links(&self) -> Vec<IdaasLink> {
        self.portal.app.store.read().unwrap().all().unwrap()
    }
}

pub fn user_id(portal: &Portal, name: &str) -> Value {
    portal.get(&format!("/system/user/list?userName={name}"), &portal.admin())["rows"][0]["userId"].clone()
}

pub fn with(claims: &Value, name: &str, value: Value) -> Value {
    let mut claims = claims.clone();
    claims[name] = value;
    claims
}

pub fn without(claims: &Value, name: &str) -> Value {
    let mut claims = claims.clone();
    claims.as_object_mut().unwrap().remove(name);
    claims
}
