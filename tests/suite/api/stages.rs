//! Every route in every stage of a session: what belongs to the stage answers, everything else says what is next.

use crate::support;
use gx_portal::features::portal::otp::acts::ACTS;
use gx_portal::op::Op;
use gx_portal::platform::audit::AuditAction;
use gx_portal::platform::session::{Session, Stage};
use gx_portal::records::sessions;
use gx_portal::route::{Access, Method, Route};
use gx_portal::store::{Record, key};
use serde_json::Value;
use std::collections::HashSet;
use support::Portal;

/// Begins a session of the administrator at a stage; answers its token.
pub(super) fn token_at(portal: &Portal, stage: Stage) -> String {
    let begin = move |op: &mut Op<'_, '_>| sessions::begin_at(op, 1, stage, 0, None);
    let session: Session = support::act(&portal.app, begin);
    portal.app.sessions.token(&session, "admin").expect("a token")
}

fn call(portal: &Portal, route: &Route, token: &str) -> Value {
    let path = route.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
    let path = path.collect::<Vec<_>>().join("/");
    let body = (route.method != Method::Get).then_some("{}");
    portal.request(route.method.as_str(), &path, token, body).json()
}

#[test]
fn each_stage_reaches_its_own_routes_and_no_other() {
    let portal = Portal::new();
    let signed_in = || portal.routes.iter().filter(|route| !matches!(route.access, Access::Public { .. }));
    for (stage, code, expected) in
        [(Stage::Password, 602, lines(PASSWORD)), (Stage::Code, 603, lines(CODE)), (Stage::Enrol, 603, lines(ENROL))]
    {
        let mut reached = Vec::new();
        let mut token = token_at(&portal, stage);
        for route in signed_in() {
            assert!(route.stages.has(Stage::Full), "{}: stages come before being signed in", route.name());
            let answer = call(&portal, route, &token);
            if !route.stages.has(stage) {
                assert_eq!(answer["code"], code, "{} in stage {stage:?}: {answer}", route.name());
                assert_eq!(answer.as_object().map(serde_json::Map::len), Some(2), "{}: {answer}", route.name());
                continue;
            }
            assert!(![602, 603].map(Value::from).contains(&answer["code"]), "{}: {answer}", route.name());
            reached.push(route.name());
            token = token_at(&portal, stage);
        }
        assert_eq!(reached, expected, "{stage:?}");
    }
    assert_eq!(portal.get("/monitor/online/list", &portal.admin())["total"], 1, "who is on his way is not online");
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// What a person needs to change his password, and what the frame asks meanwhile.
const PASSWORD: &str = "
    GET /getRouters
    GET /system/dict/data/type/{dictType}
    GET /system/config/configKey/{configKey}
    POST /portal/crash
    GET /getInfo
    POST /system/user/profile/checkToken
    GET /system/user/profile
    PUT /system/user/profile/updatePwd
    GET /portal/passwordRules
";
const CODE: &str = "
    POST /portal/crash
    GET /portal/factor
    POST /portal/factor/code
";
const ENROL: &str = "
    POST /portal/crash
    GET /portal/factor
    POST /portal/factor/begin
    POST /portal/factor/confirm
    POST /portal/factor/token
";

/// Where administrative acts live; everything else is business.
const ADMINISTRATIVE: &[&str] = &[
    "/system/",
    "/monitor/",
    "/tool/",
    "/reg/design",
    "/appr/definition",
    "/appr/form",
    "/appr/calendar",
    "/appr/manage",
    "/appr/deputy",
    "/portal/factor",
];
/// People fill in and send forms there.
const FILLED_IN: &[&str] = &["/appr/form/start", "/appr/form/data"];

#[test]
fn each_administrative_act_asks_for_a_proof_or_says_why_not() {
    let portal = Portal::new();
    let known: HashSet<String> = portal.routes.iter().map(Route::name).collect();
    let mut decided = HashSet::new();
    for acts in ACTS {
        assert!(acts.why.len() > 10, "{acts:?} says why");
        for route in acts.routes {
            assert!(known.contains(*route), "{route} is in the table and not among the routes");
            assert!(decided.insert(*route), "{route} is decided twice");
        }
    }
    for route in portal.routes.iter() {
        let name = route.name();
        let acts = route.audit.is_some_and(|(_, deed)| deed != AuditAction::Export);
        let administrative = ADMINISTRATIVE.iter().any(|prefix| route.path.starts_with(prefix));
        if acts && administrative && !FILLED_IN.contains(&route.path) {
            assert!(decided.contains(name.as_str()), "{name} is an administrative act that nobody decided about");
        }
        let asks = ACTS.iter().any(|acts| acts.asks && acts.routes.contains(&name.as_str()));
        assert_eq!(route.fresh, asks, "{name}");
    }
}

#[test]
fn what_asks_for_a_proof_answers_604_without_one_and_nothing_else_does() {
    let portal = Portal::new();
    let set = |value: &'static str| {
        support::act(&portal.app, move |op| {
            gx_portal::features::system::config::ops::set(op, "sys.account.stepUp", value).map(drop)
        });
    };
    set("all");
    for route in portal.routes.iter().filter(|route| !matches!(route.access, Access::Public { .. })) {
        // A session that has proved nothing; setting up a first factor takes the password with it.
        let answer = call(&portal, route, &token_at(&portal, Stage::Full));
        let takes_password = route.path.starts_with("/portal/factor") && route.stages.has(Stage::Enrol);
        assert_eq!(answer["code"] == 604, route.fresh && !takes_password, "{}: {answer}", route.name());
    }
    set("factor");
}

#[test]
fn a_stage_ends_by_itself_and_is_never_prolonged() {
    let portal = Portal::new();
    for (stage, minutes) in [(Stage::Password, 15), (Stage::Code, 5), (Stage::Enrol, 15)] {
        let token = token_at(&portal, stage);
        let code = |token: &str| portal.get("/system/user/list", token)["code"].clone();
        portal.app.clock.advance(minutes * 60_000);
        assert!([602, 603].map(Value::from).contains(&code(&token)), "{stage:?}");
        portal.app.clock.advance(1);
        assert_eq!(code(&token), 401, "{stage:?}");
    }
    portal.app.flush_sessions().expect("flushed");
    assert_eq!(portal.app.sessions.count(), 0);
}

#[test]
fn whoever_knows_a_password_alone_signs_nobody_out() {
    let portal = Portal::new();
    support::act(&portal.app, |op| {
        gx_portal::features::system::config::ops::set(op, "sys.session.maxPerUser", "1").map(drop)
    });
    let full = portal.admin();
    let first = token_at(&portal, Stage::Code);
    for _ in 0..5 {
        portal.app.clock.advance(1_000);
        token_at(&portal, Stage::Code);
    }
    assert_eq!(portal.get("/getInfo", &full)["code"], 200);
    assert_eq!(portal.get("/getInfo", &first)["code"], 401, "five at most are on their way");
    assert_eq!(portal.app.sessions.count(), 6);
    let of_earlier_versions = support::act(&portal.app, |op| {
        let session = sessions::begin(op, 1, 0)?;
        let mut fields = serde_json::to_value(&session).expect("JSON");
        let map = fields.as_object_mut().expect("a map");
        map.remove("stage");
        map.remove("wrong_codes");
        op.delete::<Session>(&key().str(&session.session_id))?;
        Ok(fields)
    });
    let session: Session = serde_json::from_value(of_earlier_versions).expect("reads");
    assert_eq!((session.stage, session.until, Session::TABLE), (Stage::Full, None, "session"));
}
