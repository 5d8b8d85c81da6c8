//! 手写签名: a person's own picture of his signature, put beside a decision of his on the 审批单.
//!
//! Invariants: only the person himself sets his picture and only he puts it onto a paper, each time within ten minutes of a second
//! proof of who he is; a decision keeps the picture that it was signed with, whatever is set later. A deputy signs with his own.
//! Deliberately absent: a right, because a picture says nothing that the row of the history doesn't; signatures by certificate.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::features::portal::otp::enter::signing_proof_missing;
use crate::features::portal::picture;
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::route::{AuditAction, Data, Done, Method, Nothing, Route, UploadedFile, prepared, read, write};
use crate::store::{Index, Key, Reads, Record, id};

/// What the audit calls it.
const TITLE: &str = "手写签名";
/// Pixels of a stored picture: 40 by 13 mm on paper at 300 dots an inch.
const WIDTH: u32 = 480;
const HEIGHT: u32 = 160;
/// Bytes of a stored picture at most: it lies in the store, and comes with each paper.
const MOST: usize = 200 << 10;

/// A picture of a signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    pub signature_id: u64,
    /// Whose.
    pub user_id: u64,
    /// The picture, PNG in base64.
    pub png: String,
    pub set_at: Stamp,
    /// He signs with it now; one at most is.
    pub current: bool,
    /// A decision was signed with it: it stays.
    pub used: bool,
}

/// The one that a person signs with now.
pub const CURRENT: Index<Signature> = Index {
    name: "wf_signature/current",
    unique: true,
    keys: |one| if one.current { vec![id(one.user_id)] } else { Vec::new() },
};

impl Record for Signature {
    const TABLE: &'static str = "wf_signature";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[CURRENT];
    const SECRET_FIELDS: &'static [&'static str] = &["png"];
    fn id(&self) -> Key {
        id(self.signature_id)
    }
}

/// The own signature.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignatureOut {
    /// The picture as an address that holds it (`data:image/png;base64,…`); none where none is set.
    pub picture: Option<String>,
    /// When it was set, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub set_at: Option<String>,
}

fn address(png: &str) -> String {
    format!("data:image/png;base64,{png}")
}

fn current(view: &View) -> Result<Option<Signature>> {
    Ok(view.tx.one(&CURRENT, &id(view.caller.user_id()))?)
}

fn show(view: &View, _: Nothing) -> Result<Data<SignatureOut>> {
    let found = current(view)?;
    Ok(Data(SignatureOut {
        picture: found.as_ref().map(|one| address(&one.png)),
        set_at: found.map(|one| one.set_at.to_text()),
    }))
}

/// An uploaded picture.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SignatureInput {
    /// The file.
    pub file: UploadedFile,
}

fn prepare(view: &View, input: SignatureInput) -> Result<String> {
    must_have_proved(view)?;
    let png = picture::within(&input.file, WIDTH, HEIGHT)?;
    if png.len() > MOST {
        return Err(AppError::refused("签名图片太复杂，请用白底黑字的签名，或直接在框内手写").at("file"));
    }
    Ok(STANDARD.encode(png))
}

fn set(op: &mut Op, png: String) -> Result<Done> {
    drop_current(op)?;
    let signature_id = op.next_id::<Signature>()?;
    let (user_id, set_at) = (op.caller.user_id(), op.now);
    op.put(&Signature { signature_id, user_id, png, set_at, current: true, used: false })?;
    Ok(Done)
}

fn remove(op: &mut Op, _: Nothing) -> Result<Done> {
    must_have_proved(&op.view())?;
    drop_current(op)?;
    Ok(Done)
}

/// What was signed with it stays as it was signed.
fn drop_current(op: &mut Op) -> Result<()> {
    match current(&op.view())? {
        None => Ok(()),
        Some(old) if old.used => op.put(&Signature { current: false, ..old }).map(drop),
        Some(old) => op.delete::<Signature>(&old.id()).map(drop),
    }
}

fn must_have_proved(view: &View) -> Result<()> {
    signing_proof_missing(view.app, view)?.map_or(Ok(()), Err)
}

/// The picture that the caller signs a decision with, by number; 0 when he doesn't want to.
///
/// # Errors
/// 604 without a fresh proof of who he is; a sentence where he has set none.
pub(super) fn sign(op: &mut Op, wanted: bool) -> Result<u64> {
    if !wanted {
        return Ok(0);
    }
    let found = current(&op.view())?;
    let one = found.ok_or_else(|| AppError::refused("您还没有设置手写签名，请先在个人中心设置").at("sign"))?;
    must_have_proved(&op.view())?;
    let signature_id = one.signature_id;
    if !one.used {
        op.put_quietly(&Signature { used: true, ..one })?;
    }
    Ok(signature_id)
}

/// Pictures by their numbers, as addresses that hold them.
///
/// # Errors
/// Records that can't be read.
pub(super) fn pictures(view: &View, numbers: impl Iterator<Item = u64>) -> Result<BTreeMap<u64, String>> {
    let mut found = BTreeMap::new();
    for number in numbers.filter(|number| *number > 0) {
        let one: Option<Signature> = view.tx.get(&id(number))?;
        found.extend(one.map(|one| (number, address(&one.png))));
    }
    Ok(found)
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    vec![
        read("/appr/signature", show).signed_in().titled("我的手写签名"),
        prepared(Method::Post, "/appr/signature", prepare, set)
            .upload("file", picture::LIMIT)
            .signed_in()
            .audit(TITLE, AuditAction::Update)
            .titled("设置手写签名"),
        write(Method::Delete, "/appr/signature", remove)
            .signed_in()
            .audit(TITLE, AuditAction::Delete)
            .titled("删除手写签名"),
    ]
}
