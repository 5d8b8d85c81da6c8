//! What is done to many rows of a register at once, killed with -9 exactly at its commit: before it, in its sync, after it
//! without an answer. Afterwards all of it is there or nothing, and asking once more comes to what was wanted.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt as _;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::http::{self, Client, Server};
use crate::registers::made::{field, fine, is_whole, publish, with};
use crate::support::image::Image;
use crate::support::{Portal, scale};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const ROWS: usize = 500;
/// With the number ten columns: 5,000 cells of a paste.
const FIELDS: usize = 9;

/// Lines of rows from a number on, their cells parted by a sign.
fn lines(from: usize, count: usize, word: &str, sign: char) -> String {
    let mut text = String::from("编号");
    (1..=FIELDS).for_each(|no| write!(text, "{sign}栏{no}").expect("written"));
    for row in from..from + count {
        write!(text, "\nA-{row:04}").expect("written");
        (1..=FIELDS).for_each(|no| write!(text, "{sign}{word}{row}-{no}").expect("written"));
    }
    text
}

/// Method, path, type of the content, content.
pub(super) type Request = (&'static str, &'static str, &'static str, String);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Write {
    Import,
    Paste,
    Batch,
    Undo,
}

impl Write {
    const ALL: [Self; 4] = [Self::Import, Self::Paste, Self::Batch, Self::Undo];

    fn request(self) -> Request {
        let json = "application/json";
        match self {
            Self::Import => import(&lines(400, 200, "导入", ',')),
            Self::Paste => {
                let form = json!({"text": lines(0, ROWS, "粘贴", '\t'), "updateSupport": true});
                ("POST", "/reg/dabiao/paste", json, form.to_string())
            }
            Self::Batch => {
                let ids = &WORLD.ids;
                ("PUT", "/reg/dabiao/batch", json, json!({"ids": ids, "field": "lan3", "value": "成批"}).to_string())
            }
            Self::Undo => ("PUT", "/reg/dabiao/undo", json, json!({"batchId": WORLD.batch}).to_string()),
        }
    }

    /// Asks a portal of this process.
    fn ask_here(self, portal: &Portal, token: &str) -> Value {
        let (method, path, _, body) = self.request();
        match self {
            Self::Import => portal.upload(path, token, "file", "d.csv", lines(400, 200, "导入", ',').as_bytes()),
            _ => portal.request(method, path, token, Some(&body)).json(),
        }
    }
}

/// Asks a running server; `None` when it is gone without an answer.
pub(super) fn ask(server: &Server, (method, path, content_type, body): &Request) -> Option<Value> {
    let token = Client::signed_in(&server.address).token;
    let mut stream = TcpStream::connect(&server.address).expect("connects");
    let length = body.len();
    write!(
        stream,
        "{method} /gx_portal/prod-api{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
         content-type: {content_type}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    serde_json::from_str(body.get(body.find('{')?..=body.rfind('}')?)?).ok()
}

/// A file of rows.
fn import(text: &str) -> Request {
    let head = "--gx\r\ncontent-disposition: form-data; name=\"file\"; filename=\"d.csv\"\r\n\r\n";
    let body = format!("{head}{text}\r\n--gx--\r\n");
    ("POST", "/reg/dabiao/importData?updateSupport=true", "multipart/form-data; boundary=gx", body)
}

/// A register with 500 rows, 100 of which an import has changed, and 100 that it made; everything that is killed begins here.
struct World {
    image: Image,
    ids: Vec<u64>,
    batch: u64,
    /// What there is.
    before: Value,
}

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let portal = Portal::new();
    let who = portal.admin();
    let mut fields = vec![with(field("bianhao", "编号", "code"), json!({"required": true}))];
    fields.extend((1..=FIELDS).map(|no| field(&format!("lan{no}"), &format!("栏{no}"), "text")));
    publish(&portal, &who, "dabiao", json!({"name": "大表", "fields": fields, "title": 1, "once": [[1]]}));
    let rows = lines(0, ROWS, "原来", ',');
    fine(portal.upload("/reg/dabiao/importData", &who, "file", "d.csv", rows.as_bytes()));
    // by the clock of the program: what is older than thirty days is not undone
    let folder = portal.stopped();
    let mut server = Server::start(BINARY, folder.path());
    fine(ask(&server, &import(&lines(400, 200, "再次", ','))).expect("an answer"));
    server.kill();
    let portal = Portal::on(folder);
    let who = portal.admin();
    let listed = fine(portal.get("/reg/dabiao/list?pageSize=9999&orderByColumn=no&isAsc=asc", &who));
    let ids =
        listed["rows"].as_array().expect("rows").iter().take(300).map(|row| row["id"].as_u64().expect("a number"));
    let ids = ids.collect();
    let batch = fine(portal.get("/reg/dabiao/batches", &who))["data"][0]["batchId"].as_u64().expect("a number");
    let before = state(&portal, &who);
    World { image: Image::of(portal.stopped()), ids, batch, before }
});

/// What each operation comes to when nobody ends it.
static AFTER: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let done = |deed: Write| {
        let portal = Portal::on(WORLD.image.copied());
        let who = portal.admin();
        fine(deed.ask_here(&portal, &who));
        let after = state(&portal, &who);
        assert_ne!(after, WORLD.before, "{deed:?} does something");
        after
    };
    Write::ALL.into_iter().map(done).collect()
});

/// Rows with their values, what lies in the recycle bin, what may be undone.
fn state(portal: &Portal, token: &str) -> Value {
    let listed = fine(portal.get("/reg/dabiao/list?pageSize=9999&orderByColumn=no&isAsc=asc", token));
    let rows = listed["rows"].as_array().expect("rows").iter().map(|row| json!([row["no"], row["values"]]));
    let rows: Vec<Value> = rows.collect();
    let deleted = fine(portal.get("/reg/dabiao/deleted", token))["total"].clone();
    let batches = fine(portal.get("/reg/dabiao/batches", token))["data"].clone();
    let batches = batches.as_array().expect("a list").iter();
    let batches: Vec<Value> =
        batches.map(|one| json!([one["made"], one["changed"], one["undoneAt"] != json!("")])).collect();
    json!({"rows": rows, "deleted": deleted, "batches": batches})
}

/// Kills the program at a place of an operation's commit; what is wrong afterwards.
fn killed(deed: Write, place: &str) {
    let folder = WORLD.image.copied();
    let mut server = Server::start_with(BINARY, folder.path(), &[("KILL_AT_COMMIT", &format!("{place}:reg_row"))]);
    assert_eq!(ask(&server, &deed.request()), None, "{deed:?} {place}: nobody was answered");
    assert_eq!(server.ended().signal(), Some(9), "{deed:?} {place}");
    let (code, report) = http::run(BINARY, &["doctor", "--data", folder.path().to_str().expect("a path")], "");
    assert_eq!(code, 0, "{deed:?} {place}: {report}");
    let portal = Portal::on(folder);
    let who = portal.admin();
    let found = state(&portal, &who);
    let wanted = &AFTER[deed as usize];
    let is_done = found == *wanted;
    assert!(is_done || found == WORLD.before, "{deed:?} {place}: half of it is there");
    match place {
        "before" => assert!(!is_done, "{deed:?}: done before it was written"),
        "after" => assert!(is_done, "{deed:?}: written and lost"),
        _ => {}
    }
    let again = deed.ask_here(&portal, &who);
    let is_refused = deed == Write::Undo && is_done;
    assert_eq!(again["code"] == 200, !is_refused, "{deed:?} {place}: {again}");
    assert!(state(&portal, &who) == *wanted, "{deed:?} {place}: asked again, it comes to something else");
    is_whole(&portal);
}

#[test]
fn killed_at_the_commit_of_what_is_done_to_many_rows() {
    let all = Write::ALL.into_iter().flat_map(|deed| ["before", "sync", "after"].map(|place| (deed, place)));
    // in the gate each operation at two places, each place at two operations or more
    let few = scale::rounds("GX_KILLS", 0, 1) == 0;
    let chosen: Vec<(Write, &str)> =
        all.enumerate().filter(|(at, _)| !few || at % 3 != (at / 3) % 3).map(|(_, one)| one).collect();
    for (deed, place) in &chosen {
        killed(*deed, place);
    }
    println!("{} kills at commits of {} deeds", chosen.len(), Write::ALL.len());
}
