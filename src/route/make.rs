//! Reads and writes, by what they run on.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Act, Answer, Caller, Draft, Later, Method, NoAccess, NoAudit, NoTitle, Op, Reply, Run, View};
use crate::app::App;
use crate::error::{AppError, Result};

fn parsed<I: DeserializeOwned>(input: Value) -> Result<I> {
    // Types were coerced before; what still fails is a value that no rule names (contract 1.1).
    gx_decode::from_json(input).map_err(|error| AppError::refused("请求参数不正确，请检查后重试").because(error))
}

/// A read: gets a snapshot, still needs an access rule.
pub fn read<I, O>(path: &'static str, run: fn(&View<'_>, I) -> Result<O>) -> Draft<(NoAccess, NoTitle)>
where
    I: DeserializeOwned + JsonSchema + 'static,
    O: Answer + 'static,
{
    Draft::<(NoAccess, NoTitle)>::new::<I, O>(
        Method::Get,
        path,
        Run::Read(Box::new(move |view, input| run(view, parsed(input)?)?.reply())),
    )
}

/// A read by another method than GET (POST variants of queries).
pub fn read_by<I, O>(
    method: Method,
    path: &'static str,
    run: fn(&View<'_>, I) -> Result<O>,
) -> Draft<(NoAccess, NoTitle)>
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
    run: fn(&mut Op<'_, '_>, I) -> Result<O>,
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
    prepare: impl Fn(&View<'_>, I) -> Result<P> + Send + Sync + 'static,
    run: impl Fn(&mut Op<'_, '_>, P) -> Result<O> + Copy + Send + Sync + 'static,
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
    work: fn(&Arc<App>, &Arc<Caller>, I) -> Result<P>,
    run: fn(&mut Op<'_, '_>, P) -> Result<O>,
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
    ask: fn(Arc<App>, Arc<Caller>, I) -> Later<Result<O>>,
) -> Draft<(NoAccess, NoTitle)>
where
    I: DeserializeOwned + JsonSchema + Send + 'static,
    O: Answer + 'static,
{
    let run = move |app, caller, input| -> Later<Result<Reply>> {
        Box::pin(async move { ask(app, caller, parsed(input)?).await?.reply() })
    };
    Draft::<(NoAccess, NoTitle)>::new::<I, O>(Method::Get, path, Run::Ask(Box::new(run)))
}

/// A write in two halves: `ask` asks another server, `run` works inside the transaction with what came
/// of it (a refusal too, so that the row says whom it is about).
pub fn asking_first<I, P, O>(
    method: Method,
    path: &'static str,
    ask: fn(Arc<App>, Arc<Caller>, I) -> Later<P>,
    run: fn(&mut Op<'_, '_>, P) -> Result<O>,
) -> Draft<(NoAccess, NoAudit)>
where
    I: DeserializeOwned + JsonSchema + Send + 'static,
    P: Send + 'static,
    O: Answer + 'static,
{
    let first = move |app, caller, input| -> Later<Result<Act>> {
        Box::pin(async move {
            let found = ask(app, caller, parsed(input)?).await;
            Ok(Box::new(move |op: &mut Op<'_, '_>| run(op, found)?.reply()) as Act)
        })
    };
    Draft::<(NoAccess, NoAudit)>::new::<I, O>(method, path, Run::AskThenWrite(Box::new(first)))
}
