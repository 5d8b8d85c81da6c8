//! Who asks, from where, and what he may.

use std::sync::Arc;

use super::identity::rights::{Rights, Scope};
use super::slow::Trace;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Nobody signed in.
    Anonymous,
    /// A signed-in person, with his session.
    Person {
        /// Session id (the token's only content).
        session: String,
    },
    /// An administrator at the command line, by operating-system name.
    Console(String),
    /// A scheduled or start-up job.
    Job(&'static str),
}

/// Where a request came from, for the audit row.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Client address after trusted proxies.
    pub ip: String,
    /// User agent, at most 256 characters.
    pub user_agent: String,
    /// Id that is also in the log line and in error answers.
    pub request_id: String,
    /// HTTP method, or empty.
    pub method: String,
    /// Path without query, or the verb of the command line.
    pub path: String,
    /// What the form calls itself (`idempotency.rs`).
    pub form_token: Option<String>,
    /// Where its time goes.
    pub trace: Trace,
    /// What the form was filled from (`records/base.rs`, `same_as_read`).
    pub form_since: Option<String>,
}

/// The asker with his rights as of this request.
#[derive(Clone, Debug)]
pub struct Caller {
    pub who: Who,
    /// His rights; empty for an anonymous caller.
    pub rights: Arc<Rights>,
    pub origin: Origin,
    /// The permission of the route being used: data scope counts only roles that hold it.
    pub exercised: Option<&'static str>,
}

impl Caller {
    /// Somebody without a session.
    pub fn anonymous() -> Self {
        Self { who: Who::Anonymous, rights: Arc::new(Rights::default()), origin: Origin::default(), exercised: None }
    }

    /// The command line, with all rights; `verb` shows in the audit row.
    pub fn console(user: &str, verb: &str) -> Self {
        let origin = Origin { path: verb.to_owned(), method: "CLI".into(), ..Origin::default() };
        Self { who: Who::Console(user.to_owned()), rights: Arc::new(Rights::everything()), origin, exercised: None }
    }

    /// A demonstration person, with all rights: the history of what is seeded shows his name. The audit row is that of
    /// the command line around it.
    pub fn demonstration(user_id: u64, user_name: &str) -> Self {
        let rights = Rights { user_id, user_name: user_name.to_owned(), ..Rights::everything() };
        let who = Who::Person { session: String::new() };
        Self { who, rights: Arc::new(rights), origin: Origin::default(), exercised: None }
    }

    /// The same person on a task that he may act on: the document is his to read and to move, whatever his roles reach.
    /// Only for what the engine does with the one document; never for anything that answers data.
    #[must_use]
    pub fn through_task(&self) -> Self {
        let rights = Rights { is_super: true, ..(*self.rights).clone() };
        Self { rights: Arc::new(rights), exercised: None, ..self.clone() }
    }

    /// A job of the program itself, with all rights.
    pub fn job(name: &'static str) -> Self {
        let origin = Origin { path: name.to_owned(), method: "JOB".into(), ..Origin::default() };
        Self { who: Who::Job(name), rights: Arc::new(Rights::everything()), origin, exercised: None }
    }

    /// Name for `createBy`, `updateBy` and the audit row.
    pub fn name(&self) -> String {
        match &self.who {
            Who::Anonymous => String::new(),
            Who::Person { .. } => self.rights.user_name.clone(),
            Who::Console(user) => format!("console:{user}"),
            Who::Job(name) => format!("job:{name}"),
        }
    }

    /// The signed-in person's id; 0 when it is not a person.
    pub fn user_id(&self) -> u64 {
        self.rights.user_id
    }

    /// The rows this caller may see through the permission being used.
    pub fn scope(&self) -> Scope {
        self.rights.scope(self.exercised)
    }
}
