//! Every route in every stage of a session: what belongs to the stage answers, everything else says what is next.

use crate::support;
use gx_portal::op::Op;
use gx_portal::platform::session::{Session, Stage};
use gx_portal::records::sessions;
use gx_portal::route::{Access, Method, Route};
use gx_portal::store::{Record, key};
use serde_json::Value;
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

/// What asks for a proof of who one is: rights and who has them, passwords and factors of others, settings, one's own factor,
/// and personal data in clear.
const FRESH: &str = "
    PUT /system/user/authRole
    POST /system/user
    PUT /system/user
    PUT /system/user/resetPwd
    GET /system/user/export
    POST /system/user/export
    POST /system/user/importData
    PUT /system/role/authUser/cancel
    PUT /system/role/authUser/cancelAll
    PUT /system/role/authUser/selectAll
    POST /system/role
    PUT /system/role
    PUT /system/role/dataScope
    PUT /system/role/changeStatus
    DELETE /system/role/{roleIds}
    POST /system/role/importData
    POST /system/menu
    PUT /system/menu
    DELETE /system/menu/{menuId}
    POST /system/config
    PUT /system/config
    DELETE /system/config/{configIds}
    POST /system/config/importData
    POST /portal/factor/begin
    POST /portal/factor/confirm
    POST /portal/factor/token
    POST /portal/factor/codes
    DELETE /portal/factor
    PUT /system/user/resetOtp
    POST /asset/partyA/accounts
    POST /lease/tenant/personal
    POST /reg/{code}/personal
";

#[test]
fn what_asks_for_a_proof_is_a_list() {
    let portal = Portal::new();
    let fresh: Vec<String> = portal.routes.iter().filter(|route| route.fresh).map(Route::name).collect();
    assert_eq!(fresh, lines(FRESH));
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
