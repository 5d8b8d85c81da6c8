//! What a feature's function gets: a [`View`] (snapshot) or an [`Op`] (write transaction).
//!
//! One request = one operation = one transaction, opened by the glue (`web`, `cli`, tests) through
//! [`crate::app::App`], never by a feature. In the same commit: records, indexes, sequence numbers
//! and the audit row; all or nothing.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::platform::audit::{self, Entry, Row, Touch};
pub use crate::platform::caller::{Caller, Origin, Who};
use crate::platform::identity::rights::{Ground, Rights};
use crate::platform::identity::user::User;
use crate::store::{Key, RawRead, Reader, Reads, Record, TableInfo, Writer, id};
use crate::watch::Watch;

/// A snapshot with its asker. Inside an [`Op`] it shows the operation's own changes too.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub app: &'a App,
    pub tx: &'a dyn RawRead,
    pub caller: &'a Caller,
    /// The moment of the request; the same for everything in it.
    pub now: Stamp,
    /// Who follows the progress of long work, if anybody does.
    pub watch: Option<&'a Watch>,
}

impl<'a> View<'a> {
    /// A view on a snapshot.
    pub fn new(app: &'a App, reader: &'a Reader, caller: &'a Caller) -> Self {
        Self { app, tx: reader, caller, now: app.clock.now(), watch: None }
    }

    /// Menus, departments and roles as it shows them.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn ground(&self) -> Result<Arc<Ground>> {
        Ok(self.app.rights.ground_in(self.tx, || self.app.store.read())?)
    }

    /// The rights of a user as it shows them; none when he may not sign in (any more).
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn rights_of(&self, user_id: u64) -> Result<Option<Rights>> {
        let user = self.tx.get::<User>(&id(user_id))?.filter(|user| user.enabled && !user.deleted);
        user.map(|user| Ok(self.ground()?.rights(&user))).transpose()
    }

    /// The same view with somebody who follows the progress.
    #[must_use]
    pub fn watched(self, watch: &'a Watch) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// # Errors
    /// When nobody wants the rest of long work.
    pub fn go_on(&self) -> Result<()> {
        self.watch.map_or(Ok(()), Watch::go_on)
    }
}

/// A write transaction with its asker.
pub struct Op<'a, 'w> {
    pub app: &'a App,
    pub caller: &'a Caller,
    /// The moment of the request.
    pub now: Stamp,
    tx: &'a mut Writer<'w>,
    pub(crate) touched: Vec<Touch>,
    pub(crate) refusal: Option<AppError>,
    pub(crate) subject: Option<String>,
    title: Option<String>,
    pub(crate) repeat: bool,
    trial: bool,
}

/// An operation between its work on a snapshot and its transaction.
pub(crate) struct Paused {
    touched: Vec<Touch>,
    refusal: Option<AppError>,
    subject: Option<String>,
    title: Option<String>,
    pub repeat: bool,
}

/// Beyond this number of changed records the audit row only counts (imports).
const TOUCHES: usize = 20;

impl<'a, 'w> Op<'a, 'w> {
    /// Opens an operation; for [`crate::app::App`] only.
    pub(crate) fn new(app: &'a App, tx: &'a mut Writer<'w>, caller: &'a Caller) -> Self {
        let now = app.clock.now();
        Self {
            app,
            caller,
            now,
            tx,
            touched: Vec::new(),
            refusal: None,
            subject: None,
            title: None,
            repeat: false,
            trial: false,
        }
    }

    /// What an operation that was done ahead takes with it into its transaction.
    pub(crate) fn pause(self) -> Paused {
        let Self { touched, refusal, subject, title, repeat, .. } = self;
        Paused { touched, refusal, subject, title, repeat }
    }

    /// Goes on where an operation paused. What is left is its audit row, which stands in the log at this moment.
    pub(crate) fn resume(app: &'a App, tx: &'a mut Writer<'w>, caller: &'a Caller, paused: Paused) -> Self {
        let Paused { touched, refusal, subject, title, repeat } = paused;
        Self { touched, refusal, subject, title, repeat, ..Self::new(app, tx, caller) }
    }

    /// The same state for reading.
    pub fn view(&self) -> View<'_> {
        View { app: self.app, tx: &*self.tx, caller: self.caller, now: self.now, watch: None }
    }

    /// A part of this operation that somebody else does at another time; for demonstration data.
    pub fn acting<T>(
        &mut self,
        caller: &Caller,
        now: Stamp,
        run: impl FnOnce(&mut Op<'_, 'w>) -> Result<T>,
    ) -> Result<T> {
        let touched = std::mem::take(&mut self.touched);
        let mut part = Op {
            app: self.app,
            caller,
            now,
            tx: &mut *self.tx,
            touched,
            refusal: None,
            subject: None,
            title: None,
            repeat: false,
            trial: self.trial,
        };
        let answer = run(&mut part);
        self.touched = part.touched;
        answer
    }

    /// Stores a record; the changed fields go into the audit row.
    pub fn put<R: Record>(&mut self, record: &R) -> Result<Option<R>> {
        let old = self.tx.put(record)?;
        if self.touched.len() < TOUCHES {
            self.touch::<R>(old.as_ref(), Some(record));
        }
        Ok(old)
    }

    /// Stores a record that is not worth a line in the audit row (sessions, counters, the row itself).
    pub fn put_quietly<R: Record>(&mut self, record: &R) -> Result<Option<R>> {
        Ok(self.tx.put(record)?)
    }

    /// Removes a record.
    pub fn delete<R: Record>(&mut self, id: &Key) -> Result<Option<R>> {
        let old = self.tx.delete::<R>(id)?;
        if old.is_some() && self.touched.len() < TOUCHES {
            self.touch::<R>(old.as_ref(), None);
        }
        Ok(old)
    }

    /// Removes a record that is kept elsewhere (archived rows), without a line in the audit row.
    pub fn delete_quietly<R: Record>(&mut self, id: &Key) -> Result<Option<R>> {
        Ok(self.tx.delete::<R>(id)?)
    }

    /// The next number of a record type that is numbered.
    pub fn next_id<R: Record>(&mut self) -> Result<u64> {
        const { assert!(R::NUMBERED, "the record says that it is numbered, so that the doctor knows its sequence") };
        self.next_of(R::TABLE)
    }

    /// The next number of a sequence that is no record type's (human numbers of a month).
    pub fn next_of(&mut self, sequence: &str) -> Result<u64> {
        Ok(self.tx.next(sequence)?)
    }

    /// Raises the sequence of a record type above numbers that rows brought along.
    pub fn raise<R: Record>(&mut self, last: u64) -> Result<()> {
        self.raise_of(R::TABLE, last)
    }

    /// The same by name, for the doctor.
    pub(crate) fn raise_of(&mut self, sequence: &str, last: u64) -> Result<()> {
        Ok(self.tx.raise(sequence, last)?)
    }

    /// Puts index entries and sums of a table right, at most `most`; answers how many. For the doctor.
    pub(crate) fn repair(&mut self, info: &TableInfo, most: usize) -> Result<usize> {
        Ok(info.repair(self.tx, most)?)
    }

    /// Keeps what was written so far, but answers with a refusal (a counted wrong password).
    pub fn refuse_but_keep(&mut self, fault: AppError) {
        self.refusal = Some(fault);
    }

    /// Appends the audit row of the operation, which succeeded (`refusal` none) or was refused.
    pub(crate) fn append_audit(&mut self, entry: &Entry, refusal: Option<&AppError>) -> Result<()> {
        let row = Row {
            caller: self.caller,
            at: self.now,
            subject: self.subject.as_deref(),
            title: self.title.as_deref().or(refusal.and_then(|refusal| refusal.title.as_deref())),
            touched: &self.touched,
            entry,
            refusal,
        };
        audit::append(self.tx, &row)
    }

    /// Drops everything written so far; the audit row of the operation is still written. For dry runs.
    pub fn discard(&mut self) -> Result<()> {
        self.tx.discard();
        self.touched.clear();
        Ok(())
    }

    /// Says that everything written will be discarded: what is only kept for later (histories) need not be computed.
    pub fn only_try(&mut self) {
        self.trial = true;
    }

    /// Whether everything written will be discarded.
    pub fn is_trial(&self) -> bool {
        self.trial
    }

    /// Says that nothing is done: what was answered before is answered again, or everything was only tried to see what
    /// would become of it. That leaves no audit row.
    pub(crate) fn leaves_nothing(&mut self) {
        self.repeat = true;
    }

    /// Names the person an anonymous operation is about (sign-in), for the audit row.
    pub fn about(&mut self, user_name: &str) {
        self.subject = Some(user_name.to_owned());
    }

    /// Names what the operation was done to, where one route serves many: `登记表·信访台账`.
    pub fn titled(&mut self, title: String) {
        self.title = Some(title);
    }

    fn touch<R: Record>(&mut self, old: Option<&R>, new: Option<&R>) {
        let Some(key) = new.or(old).map(Record::id) else { return };
        let fields = |record: &R| serde_json::to_value(record);
        self.note_touch((R::TABLE, R::SECRET_FIELDS, R::hide), &key, old.map(fields), new.map(fields));
    }

    fn note_touch(
        &mut self,
        (table, secret, hide): (&'static str, &[&str], fn(&mut Map<String, Value>)),
        key: &Key,
        old: Option<serde_json::Result<Value>>,
        new: Option<serde_json::Result<Value>>,
    ) {
        let fields = |record: Option<serde_json::Result<Value>>| match record {
            Some(Ok(Value::Object(map))) => lifted(map),
            _ => Map::new(),
        };
        let (mut before, mut after) = (fields(old), fields(new));
        let same: Vec<String> = before
            .iter()
            .filter(|(name, value)| after.get(*name) == Some(value))
            .map(|(name, _)| name.clone())
            .collect();
        for name in same {
            before.shift_remove(&name);
            after.shift_remove(&name);
        }
        let mut secrets = Vec::new();
        for name in secret {
            for side in [&mut before, &mut after] {
                if let Some(value) = side.get_mut(*name) {
                    secrets.push(std::mem::replace(value, json!("***")));
                }
            }
        }
        hide(&mut before);
        hide(&mut after);
        let key = match (key.bytes().len(), key.first_u64()) {
            (8, Some(number)) => number.to_string(),
            _ => String::from_utf8_lossy(key.bytes()).trim_end_matches('\0').to_owned(),
        };
        // A session's id is its key as well.
        let key = if secrets.contains(&json!(key)) { "***".to_owned() } else { key };
        self.touched.push(Touch { table, key, before, after });
    }
}

/// Parts of a record that exist for the code's sake only: their fields count as the record's own.
const LIFTED: [&str; 5] = ["base", "facts", "owned", "cells", "kept"];

/// A record's fields with those parts dissolved.
pub(crate) fn lifted(map: Map<String, Value>) -> Map<String, Value> {
    let mut fields = Map::new();
    for (name, value) in map {
        match value {
            Value::Object(inner) if LIFTED.contains(&name.as_str()) => fields.extend(lifted(inner)),
            value => {
                fields.insert(name, value);
            }
        }
    }
    fields
}
