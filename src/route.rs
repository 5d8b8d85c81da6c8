//! The route table as data: method, path, access, audit, input, output, function.
//!
//! Access, audit and title are part of the type: a route needs `.perm(…)`, `.signed_in()` or `.public(why)`; a read becomes
//! a [`Route`] only after `.titled(…)`, a write after `.audit(title, action)`. Leaving one out does not compile:
//!
//! ```compile_fail,E0308
//! use gx_portal::route::{Route, write, Method, Done, Nothing};
//! fn save(_: &mut gx_portal::op::Op, _: Nothing) -> gx_portal::error::Result<Done> { Ok(Done) }
//! fn routes() -> Vec<Route> {
//!     vec![write(Method::Put, "/system/user", save).perm("system:user:edit")] // no audit title
//! }
//! ```
//!
//! ```compile_fail,E0308
//! use gx_portal::route::{Route, read, Data, Nothing};
//! fn show(_: &gx_portal::op::View, _: Nothing) -> gx_portal::error::Result<Data<u64>> { Ok(Data(1)) }
//! fn routes() -> Vec<Route> {
//!     vec![read("/system/user", show).perm("system:user:list")] // no title
//! }
//! ```
//!
//! The same rows give the router, the OpenAPI document, the permission list, the role matrix and the
//! surface test.

mod answer;
mod make;
mod naming;
mod shape;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

#[cfg(computed_shapes)]
use schemars::SchemaGenerator;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::app::App;
use crate::error::Result;
pub use crate::kernel::page::Page;
use crate::op::{Caller, Op, View};
pub use crate::platform::audit::AuditAction;
use crate::platform::session::{Stage, Stages};
use crate::platform::settings::Setting;
use crate::product::{Feature, Product};
use crate::store::Urgency;
pub use answer::*;
pub use make::*;
pub use naming::Resources;

/// HTTP method of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// GET (HEAD is answered from it)
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
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
    /// Size in bytes.
    pub size: u64,
}

/// The second half of a write, run inside the transaction.
pub type Act = Box<dyn FnOnce(&mut Op<'_, '_>) -> Result<Reply> + Send>;

/// Something that is still under way.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A function that asks another server: it holds neither a snapshot nor a place among the parallel
/// operations, so that a slow provider costs nobody anything.
type Ask<T> = Box<dyn Fn(Arc<App>, Arc<Caller>, Value) -> Later<Result<T>> + Send + Sync>;

/// What a route runs.
pub enum Run {
    /// Asks another server.
    Ask(Ask<Reply>),
    /// Asks another server, then writes.
    AskThenWrite(Ask<Act>),
    /// On a snapshot.
    Read(Box<dyn Fn(&View<'_>, Value) -> Result<Reply> + Send + Sync>),
    /// First on a snapshot (checks that cost, hashes, files), then in the transaction.
    Write(Box<dyn Fn(&View<'_>, Value) -> Result<Act> + Send + Sync>),
    /// First in operations of its own, each with its audit row, then in the transaction.
    Portions(Box<dyn Fn(&Arc<App>, &Arc<Caller>, Value) -> Result<Act> + Send + Sync>),
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
/// Type state: the title is missing.
pub struct NoTitle;
/// Type state: complete.
pub struct Complete;

/// A route under construction; see the module text.
pub struct Draft<S> {
    pub method: Method,
    /// Path below the API base, parameters as `{name}`.
    pub path: &'static str,
    /// Who may use it.
    pub access: Access,
    /// Module and kind of the audit row; `None` for reads.
    pub audit: Option<(&'static str, AuditAction)>,
    /// What it does, in Chinese, for readers of the OpenAPI document. A write without one is called by its audit title.
    pub title: Option<Cow<'static, str>>,
    /// The feature that brings it ([`Product::routes`]).
    pub feature: Option<&'static Feature>,
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
    /// Type of the file that it sends, where it is neither a workbook nor unknown before.
    pub sends: Option<&'static str>,
    /// A form may give its operation a token, and the same token does it once (`idempotency.rs`).
    pub idempotent: bool,
    /// Long work: done on a snapshot beside the writer, and laid in when nothing it read has changed (`store/optimistic.rs`).
    pub optimistic: bool,
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
            title: self.title,
            feature: self.feature,
            upload: self.upload,
            stages: self.stages,
            fresh: self.fresh,
            cookie: self.cookie,
            ticket: self.ticket,
            spends: self.spends,
            sends: self.sends,
            idempotent: self.idempotent,
            optimistic: self.optimistic,
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
            title: None,
            feature: None,
            upload: None,
            stages: Stages::FULL,
            fresh: false,
            cookie: false,
            ticket: false,
            spends: None,
            sends: None,
            idempotent: false,
            optimistic: false,
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

    /// Sends files of this type.
    #[must_use]
    pub fn sends(mut self, media: &'static str) -> Self {
        self.sends = Some(media);
        self
    }

    /// A form may give its operation a token, and the same token does it once: for everything that moves money or makes a
    /// document. Its answer is kept for a week, so never for what shows personal data.
    #[must_use]
    pub fn idempotent(mut self) -> Self {
        self.idempotent = true;
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
    pub fn optimistic(mut self) -> Self {
        self.optimistic = true;
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

impl Draft<NoTitle> {
    /// Says in Chinese what it answers.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Route {
        self.title = Some(title.into());
        self.into_state()
    }
}

impl Draft<NoAudit> {
    /// Module and kind of the audit row.
    #[must_use]
    pub fn audit(mut self, title: &'static str, deed: AuditAction) -> Route {
        self.audit = Some((title, deed));
        // A workbook may bring twenty thousand rows.
        self.optimistic |= deed == AuditAction::Import;
        self.into_state()
    }
}

impl Route {
    /// Says in Chinese what it does, where its audit title doesn't.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Whether it may take long: such operations have places of their own.
    pub fn is_long(&self) -> bool {
        let reads_a_workbook = self.upload.is_some() && matches!(self.run, Run::Read(_));
        self.optimistic
            || reads_a_workbook
            || matches!(self.run, Run::Portions(_))
            || matches!(self.audit, Some((_, AuditAction::Export)))
    }

    /// `METHOD /path`, the route's name in audit rows and lists.
    pub fn name(&self) -> String {
        format!("{} {}", self.method.as_str(), self.path)
    }
}
