//! The route table as data: method, path, access, audit, input, output, function.
//!
//! Access and audit are part of the type: a read becomes a [`Route`] only after `.perm(…)`,
//! `.signed_in()` or `.public(why)`; a write also needs `.audit(title, deed)`. Leaving one out does
//! not compile:
//!
//! ```compile_fail
//! use gx_portal::route::{Route, write, Method, Done, Nothing};
//! fn save(_: &mut gx_portal::op::Op, _: Nothing) -> gx_portal::fault::Outcome<Done> { Ok(Done) }
//! fn routes() -> Vec<Route> {
//!     vec![write(Method::Put, "/system/user", save).perm("system:user:edit")] // no audit title
//! }
//! ```
//!
//! The same rows give the router, the OpenAPI document, the permission list, the role matrix and the
//! surface test.

mod answer;
mod shape;

use std::marker::PhantomData;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

#[cfg(computed_shapes)]
use schemars::SchemaGenerator;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::app::App;
use crate::fault::{Fault, Outcome};
pub use crate::kernel::page::Page;
use crate::op::{Caller, Op, View};
pub use crate::platform::audit::Deed;
use crate::platform::session::{Stage, Stages};
use crate::platform::settings::Setting;
use crate::product::Product;
use crate::store::Urgency;
pub use answer::*;

/// HTTP method of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// GET (HEAD is answered from it)
    Get,
    /// POST
    Post,
    /// PUT
    Put,
    /// DELETE
    Delete,
}

impl Method {
    /// Upper-case name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// Who may use a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody; the reason is part of the row.
    Public {
        /// Why nobody needs to be signed in.
        why: &'static str,
    },
    /// Any signed-in person.
    SignedIn,
    /// Holders of this permission.
    Perm(&'static str),
    /// Holders of the permission that this template comes to with the parameters of the path: `reg:{code}:list`. The
    /// feature behind it brings a [`PermissionOf`]; what it does not know nobody may.
    PermOf(&'static str),
}

/// Brought by a feature: the permission that a template comes to with the parameters of a path, for what exists.
pub struct PermissionOf(pub fn(&App, &str, &dyn Fn(&str) -> Option<String>) -> Option<&'static str>);

/// Brought by a feature: names of the routes for which one must just have proved who one is.
pub struct Proofs(pub fn() -> Vec<&'static str>);

/// What strangers may ask for only so often from one address (`web/address.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meter {
    /// Tries to prove who one is; those that succeed do not count.
    SignIn,
    /// Pictures of the sign-in page.
    Picture,
    /// What pages tell of their crashes.
    Crash,
}

/// Input of a call that takes none.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Nothing {}

/// A file that came in by multipart; the glue puts it in place, clients cannot name one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UploadedFile {
    /// Where it lies until the request ends.
    pub path: PathBuf,
    /// Name given by the client.
    pub name: String,
    /// Bytes.
    pub size: u64,
}

/// The second half of a write, run inside the transaction.
pub type Act = Box<dyn FnOnce(&mut Op<'_, '_>) -> Outcome<Reply> + Send>;

/// Something that is still under way.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A function that asks another server: it holds neither a snapshot nor a place among the parallel
/// operations, so that a slow provider costs nobody anything.
type Ask<T> = Box<dyn Fn(Arc<App>, Arc<Caller>, Value) -> Later<Outcome<T>> + Send + Sync>;

/// What a route runs.
pub enum Run {
    /// Asks another server.
    Ask(Ask<Reply>),
    /// Asks another server, then writes.
    AskThenWrite(Ask<Act>),
    /// On a snapshot.
    Read(Box<dyn Fn(&View<'_>, Value) -> Outcome<Reply> + Send + Sync>),
    /// First on a snapshot (checks that cost, hashes, files), then in the transaction.
    Write(Box<dyn Fn(&View<'_>, Value) -> Outcome<Act> + Send + Sync>),
    /// First in operations of its own, each with its audit row, then in the transaction.
    Portions(Box<dyn Fn(&Arc<App>, &Arc<Caller>, Value) -> Outcome<Act> + Send + Sync>),
}

/// Uploads a route takes.
#[derive(Clone, Copy, Debug)]
pub struct Upload {
    /// Name of the multipart field.
    pub field: &'static str,
    /// Largest file in bytes.
    pub limit: u64,
    /// Setting (in MB) that lowers the limit.
    pub setting: Option<&'static Setting<u64>>,
    /// Whether a second file, `preview`, may come along.
    pub preview: bool,
    /// How many files may come under the name; more than one arrive as a list.
    pub most: usize,
}

/// What tells a generator the shapes of a route.
#[cfg(computed_shapes)]
#[derive(Clone, Copy)]
pub struct Shapes {
    /// Of what it takes.
    pub input: fn(&mut SchemaGenerator) -> Schema,
    /// Of its answer with the envelope.
    pub answer: fn(&mut SchemaGenerator) -> Schema,
}

/// Type state: the access rule is missing.
pub struct NoAccess;
/// Type state: the audit title is missing.
pub struct NoAudit;
/// Type state: complete.
pub struct Complete;

/// A route under construction; see the module text.
pub struct Draft<S> {
    /// HTTP method.
    pub method: Method,
    /// Path below the API base, parameters as `{name}`.
    pub path: &'static str,
    /// Who may use it.
    pub access: Access,
    /// Module and kind of the audit row; `None` for reads.
    pub audit: Option<(&'static str, Deed)>,
    /// What the multipart body holds, if it takes one.
    pub upload: Option<Upload>,
    /// The stages of a session that reach it; nothing for public ones.
    pub stages: Stages,
    /// Whoever uses it must just have proved who he is (body code 604 else); said by the table of all ([`Proofs`]).
    pub fresh: bool,
    /// Also signed in by the cookie `Admin-Token-Portal` (GET downloads only, contract 2.7).
    pub cookie: bool,
    /// Also signed in by a one-time ticket for the file `{id}` (`?ticket=`).
    pub ticket: bool,
    /// Cookie that is read into the input field of the same name, and is spent with the answer.
    pub spends: Option<&'static str>,
    /// A form may give its deed a token, and the same token does it once (`once.rs`).
    pub once: bool,
    /// Long work: done on a snapshot beside the writer, and laid in when nothing it read has changed (`store/ahead.rs`).
    pub ahead: bool,
    /// Its first half hashes a password: it waits for its turn before it takes a place among the parallel operations.
    pub hashing: bool,
    /// What the audit row keeps of the input, where fixed names can't tell what is secret.
    pub audit_input: Option<fn(&Value) -> Value>,
    /// Limit per address, for what strangers may ask for.
    pub meter: Option<Meter>,
    /// Whether it may use the last of the disk.
    pub urgency: Urgency,
    /// What [`Route::input`] answers, as soon as it is known.
    known_input: OnceLock<Schema>,
    /// Shapes of input and answer for a document that names what they are made of.
    #[cfg(computed_shapes)]
    pub shapes: Shapes,
    /// Says which part of its input another route takes too: that part is coerced as there.
    pub carries: Option<fn(&Product, &Map<String, Value>) -> Option<Carried>>,
    /// The function.
    pub run: Run,
    state: PhantomData<S>,
}

/// A part of an input that has the shape of another route's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// Names of fields, from the outermost.
    pub within: Vec<&'static str>,
    /// Name of the route.
    pub route: &'static str,
}

/// A complete route.
pub type Route = Draft<Complete>;

impl<S> Draft<S> {
    fn into_state<T>(self) -> Draft<T> {
        Draft {
            method: self.method,
            path: self.path,
            access: self.access,
            audit: self.audit,
            upload: self.upload,
            stages: self.stages,
            fresh: self.fresh,
            cookie: self.cookie,
            ticket: self.ticket,
            spends: self.spends,
            once: self.once,
            ahead: self.ahead,
            hashing: self.hashing,
            audit_input: self.audit_input,
            meter: self.meter,
            urgency: self.urgency,
            known_input: self.known_input,
            #[cfg(computed_shapes)]
            shapes: self.shapes,
            carries: self.carries,
            run: self.run,
            state: PhantomData,
        }
    }

    fn new<I: JsonSchema, O: Answer>(method: Method, path: &'static str, run: Run) -> Self {
        Self {
            method,
            path,
            access: Access::SignedIn,
            audit: None,
            upload: None,
            stages: Stages::FULL,
            fresh: false,
            cookie: false,
            ticket: false,
            spends: None,
            once: false,
            ahead: false,
            hashing: false,
            audit_input: None,
            meter: None,
            urgency: Urgency::Ordinary,
            known_input: OnceLock::new(),
            #[cfg(computed_shapes)]
            shapes: Shapes { input: SchemaGenerator::subschema_for::<I>, answer: O::shape },
            carries: None,
            run,
            state: PhantomData,
        }
    }

    /// Takes a multipart file.
    #[must_use]
    pub fn upload(mut self, field: &'static str, limit: u64) -> Self {
        self.upload = Some(Upload { field, limit, setting: None, preview: false, most: 1 });
        self
    }

    /// The largest file follows a setting in MB.
    #[must_use]
    pub fn sized_by(mut self, setting: &'static Setting<u64>) -> Self {
        self.upload = self.upload.map(|upload| Upload { setting: Some(setting), ..upload });
        self
    }

    /// Takes several files, as a list.
    #[must_use]
    pub fn several(mut self, most: usize) -> Self {
        self.upload = self.upload.map(|upload| Upload { most, ..upload });
        self
    }

    /// A second file, `preview`, may come along.
    #[must_use]
    pub fn with_preview(mut self) -> Self {
        self.upload = self.upload.map(|upload| Upload { preview: true, ..upload });
        self
    }

    /// Also signed in by a one-time ticket for the file `{id}`.
    #[must_use]
    pub fn by_ticket(mut self) -> Self {
        self.ticket = true;
        self
    }

    /// Takes this cookie into the input and removes it from the browser, whatever the answer is.
    #[must_use]
    pub fn spends(mut self, cookie: &'static str) -> Self {
        self.spends = Some(cookie);
        self
    }

    /// A form may give its deed a token, and the same token does it once: for everything that moves money or makes a
    /// document. Its answer is kept for a week, so never for what shows personal data.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// A part of its input has the shape of another route's.
    #[must_use]
    pub fn carrying(mut self, carries: fn(&Product, &Map<String, Value>) -> Option<Carried>) -> Self {
        self.carries = Some(carries);
        self
    }

    /// Long work (scans; imports are so by themselves): done beside the writer, so that others write meanwhile. It may be done more than once
    /// before it counts, so never for what acts outside of the store.
    #[must_use]
    pub fn ahead(mut self) -> Self {
        self.ahead = true;
        self
    }

    /// Its first half hashes a password.
    #[must_use]
    pub fn hashing(mut self) -> Self {
        self.hashing = true;
        self
    }

    /// Keeps this of its input in the audit row.
    #[must_use]
    pub fn audit_input(mut self, keep: fn(&Value) -> Value) -> Self {
        self.audit_input = Some(keep);
        self
    }

    /// Limited per address.
    #[must_use]
    pub fn metered(mut self, meter: Meter) -> Self {
        self.meter = Some(meter);
        self
    }

    /// Also usable by sessions of this stage.
    #[must_use]
    pub fn at(mut self, stage: Stage) -> Self {
        self.stages = self.stages.and(stage);
        self
    }

    /// Also signed in by cookie: for downloads that the browser navigates to.
    #[must_use]
    pub fn by_cookie(mut self) -> Self {
        self.cookie = true;
        self
    }

    /// May use the last of the disk: sign-in, sign-out, revocation.
    #[must_use]
    pub fn essential(mut self) -> Self {
        self.urgency = Urgency::Essential;
        self
    }
}

fn parsed<I: DeserializeOwned>(input: Value) -> Outcome<I> {
    // Types were coerced before; what still fails is a value that no rule names (contract 1.1).
    gx_decode::from_json(input).map_err(|error| Fault::refused("请求参数不正确，请检查后重试").because(error))
}

/// A read: gets a snapshot, still needs an access rule.
pub fn read<I, O>(path: &'static str, run: fn(&View<'_>, I) -> Outcome<O>) -> Draft<(NoAccess, Complete)>
where
    I: DeserializeOwned + JsonSchema + 'static,
    O: Answer + 'static,
{
    Draft::<(NoAccess, Complete)>::new::<I, O>(
        Method::Get,
        path,
        Run::Read(Box::new(move |view, input| run(view, parsed(input)?)?.reply())),
    )
}

/// A read by another method than GET (POST variants of queries).
pub fn read_by<I, O>(
    method: Method,
    path: &'static str,
    run: fn(&View<'_>, I) -> Outcome<O>,
) -> Draft<(NoAccess, Complete)>
where
    I: DeserializeOwned + JsonSchema + 'static,
    O: Answer + 'static,
{
    let mut draft = read(path, run);
    draft.method = method;
    draft
}

/// A write: gets a transaction, still needs an access rule and an audit title.
pub fn write<I, O>(
    method: Method,
    path: &'static str,
    run: fn(&mut Op<'_, '_>, I) -> Outcome<O>,
) -> Draft<(NoAccess, NoAudit)>
where
    I: DeserializeOwned + JsonSchema + Send + 'static,
    O: Answer + 'static,
{
    prepared(method, path, |_, input: I| Ok(input), run)
}

/// A write in two halves: `prepare` on a snapshot for what is slow (hashes, workbooks, files),
/// `run` inside the transaction. What `prepare` saw may have changed; `run` checks again.
pub fn prepared<I, P, O>(
    method: Method,
    path: &'static str,
    prepare: impl Fn(&View<'_>, I) -> Outcome<P> + Send + Sync + 'static,
    run: impl Fn(&mut Op<'_, '_>, P) -> Outcome<O> + Copy + Send + Sync + 'static,
) -> Draft<(NoAccess, NoAudit)>
where
    I: DeserializeOwned + JsonSchema + 'static,
    P: Send + 'static,
    O: Answer + 'static,
{
    Draft::<(NoAccess, NoAudit)>::new::<I, O>(
        method,
        path,
        Run::Write(Box::new(move |view, input| {
            let ready = prepare(view, parsed(input)?)?;
            Ok(Box::new(move |op: &mut Op<'_, '_>| run(op, ready)?.reply()))
        })),
    )
}

/// A write that is too long for one transaction: `work` does it in operations of its own ([`App::act`]), so that others
/// write in between and a crash loses one portion at most; `run` answers. `work` must be such that doing it again changes
/// nothing, because only `run` knows that a form was sent before.
pub fn in_portions<I, P, O>(
    method: Method,
    path: &'static str,
    work: fn(&Arc<App>, &Arc<Caller>, I) -> Outcome<P>,
    run: fn(&mut Op<'_, '_>, P) -> Outcome<O>,
) -> Draft<(NoAccess, NoAudit)>
where
    I: DeserializeOwned + JsonSchema + 'static,
    P: Send + 'static,
    O: Answer + 'static,
{
    Draft::<(NoAccess, NoAudit)>::new::<I, O>(
        method,
        path,
        Run::Portions(Box::new(move |app, caller, input| {
            let done = work(app, caller, parsed(input)?)?;
            Ok(Box::new(move |op: &mut Op<'_, '_>| run(op, done)?.reply()))
        })),
    )
}

/// A read that asks another server and stores nothing.
pub fn asking<I, O>(
    path: &'static str,
    ask: fn(Arc<App>, Arc<Caller>, I) -> Later<Outcome<O>>,
) -> Draft<(NoAccess, Complete)>
where
    I: DeserializeOwned + JsonSchema + Send + 'static,
    O: Answer + 'static,
{
    let run = move |app, caller, input| -> Later<Outcome<Reply>> {
        Box::pin(async move { ask(app, caller, parsed(input)?).await?.reply() })
    };
    Draft::<(NoAccess, Complete)>::new::<I, O>(Method::Get, path, Run::Ask(Box::new(run)))
}

/// A write in two halves: `ask` asks another server, `run` works inside the transaction with what came
/// of it (a refusal too, so that the row says whom it is about).
pub fn asking_first<I, P, O>(
    method: Method,
    path: &'static str,
    ask: fn(Arc<App>, Arc<Caller>, I) -> Later<P>,
    run: fn(&mut Op<'_, '_>, P) -> Outcome<O>,
) -> Draft<(NoAccess, NoAudit)>
where
    I: DeserializeOwned + JsonSchema + Send + 'static,
    P: Send + 'static,
    O: Answer + 'static,
{
    let first = move |app, caller, input| -> Later<Outcome<Act>> {
        Box::pin(async move {
            let found = ask(app, caller, parsed(input)?).await;
            Ok(Box::new(move |op: &mut Op<'_, '_>| run(op, found)?.reply()) as Act)
        })
    };
    Draft::<(NoAccess, NoAudit)>::new::<I, O>(method, path, Run::AskThenWrite(Box::new(first)))
}

impl<A> Draft<(NoAccess, A)> {
    /// Only for holders of this permission.
    #[must_use]
    pub fn perm(mut self, permission: &'static str) -> Draft<A> {
        self.access = Access::Perm(permission);
        self.into_state()
    }

    /// Only for holders of the permission that a template comes to with the path.
    #[must_use]
    pub fn perm_of(mut self, template: &'static str) -> Draft<A> {
        self.access = Access::PermOf(template);
        self.into_state()
    }

    /// For any signed-in person.
    #[must_use]
    pub fn signed_in(mut self) -> Draft<A> {
        self.access = Access::SignedIn;
        self.into_state()
    }

    /// For everybody, with the reason.
    #[must_use]
    pub fn public(mut self, why: &'static str) -> Draft<A> {
        self.access = Access::Public { why };
        self.into_state()
    }
}

impl Draft<NoAudit> {
    /// Module and kind of the audit row.
    #[must_use]
    pub fn audit(mut self, title: &'static str, deed: Deed) -> Route {
        self.audit = Some((title, deed));
        // A workbook may bring twenty thousand rows.
        self.ahead |= deed == Deed::Import;
        self.into_state()
    }
}

impl Route {
    /// Whether it may take long: such operations have places of their own.
    pub fn is_long(&self) -> bool {
        let reads_a_workbook = self.upload.is_some() && matches!(self.run, Run::Read(_));
        self.ahead
            || reads_a_workbook
            || matches!(self.run, Run::Portions(_))
            || matches!(self.audit, Some((_, Deed::Export)))
    }

    /// `METHOD /path`, the route's name in audit rows and lists.
    pub fn name(&self) -> String {
        format!("{} {}", self.method.as_str(), self.path)
    }
}
