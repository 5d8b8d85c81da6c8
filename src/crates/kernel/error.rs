//! Refusals and failures as values: few kinds, an exact Chinese sentence, a cause for the log.
//!
//! Everything answers HTTP 200 with a body code (contract 0.3 rule 1). A business refusal whose text
//! matters uses 500, because clients replace the text of 401, 403 and 404 by their own (contract 1.2).

use std::borrow::Cow;

/// What sort of refusal it is; decides the body code and whether the cause is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input breaks a rule, or the state does not allow the operation.
    Refused,
    /// No live session.
    NotSignedIn,
    /// Signed in, but without the right.
    Forbidden,
    NoRoute,
    /// The initial password must be changed first.
    PasswordChange,
    /// The second factor is missing: its code, or its being set up.
    SecondFactor,
    /// Who one is must be proved once more.
    Proof,
    /// The portal is closed for maintenance, or takes no writes for a while (`platform/mode.rs`).
    OutOfService,
    /// Somebody else changed the record meanwhile.
    Stale,
    /// Too much at once; trying again helps.
    Busy,
    /// No memory for what is sent or asked for; trying again helps. The one refusal with a status of HTTP (503): proxies and
    /// scripts are to wait as well.
    NoMemory,
    /// Our own failure; the cause is logged with the request id and never shown.
    Internal,
}

/// A refusal or failure.
#[derive(Clone, Debug)]
pub struct AppError {
    pub kind: Kind,
    /// The sentence for the person.
    pub message: Cow<'static, str>,
    /// What really happened; for the log only.
    pub cause: Option<String>,
    /// The field of the input that the sentence is about, as it is called on the wire (`rooms.0.priceE4` within lists); a
    /// form says it there.
    pub field: Option<Cow<'static, str>>,
    /// What the audit calls the refusal, where it says more than that the operation was refused.
    pub title: Option<Cow<'static, str>>,
}

/// Result of an operation.
pub type Result<T, E = AppError> = std::result::Result<T, E>;

impl AppError {
    /// A business refusal with its sentence.
    pub fn refused(message: impl Into<Cow<'static, str>>) -> Self {
        Self::of(Kind::Refused, message)
    }

    /// A fault of another kind.
    pub fn of(kind: Kind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into(), cause: None, field: None, title: None }
    }

    /// Our own failure: a neutral sentence outside, the cause in the log.
    pub fn internal(cause: impl ToString) -> Self {
        Self::of(Kind::Internal, "系统内部错误，请联系管理员").because(cause)
    }

    /// There is no room for what is sent or asked for.
    pub fn no_memory() -> Self {
        Self::of(Kind::NoMemory, "同时处理的内容过多，系统繁忙，请稍后再试")
    }

    /// Adds the cause for the log.
    #[must_use]
    pub fn because(mut self, cause: impl ToString) -> Self {
        self.cause = Some(cause.to_string());
        self
    }

    /// Says what the audit calls the refusal.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Says which field of the input the sentence is about, unless that is known already.
    #[must_use]
    pub fn at(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field.get_or_insert(field.into());
        self
    }

    /// Says within which field, or which place of a list, the field of the sentence lies.
    #[must_use]
    pub fn within(mut self, outer: impl std::fmt::Display) -> Self {
        self.field = Some(match self.field {
            Some(inner) => format!("{outer}.{inner}").into(),
            None => outer.to_string().into(),
        });
        self
    }

    /// Replaces the sentence for the person.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.message = message.into();
        self
    }

    /// The answer to a dead or missing token (the address is part of the sentence, contract 1.1).
    pub fn not_signed_in(path: &str) -> Self {
        Self::of(Kind::NotSignedIn, format!("请求访问：{path}，认证失败，无法访问系统资源"))
    }

    /// The answer to a missing right.
    pub fn forbidden() -> Self {
        Self::of(Kind::Forbidden, "没有权限，请联系管理员授权")
    }

    /// The code in the body of the answer.
    pub fn code(&self) -> u16 {
        match self.kind {
            Kind::NotSignedIn => 401,
            Kind::Forbidden => 403,
            Kind::NoRoute => 404,
            Kind::Stale => 409,
            Kind::PasswordChange => 602,
            Kind::SecondFactor => 603,
            Kind::Proof => 604,
            Kind::OutOfService => 605,
            Kind::Refused | Kind::Busy | Kind::NoMemory | Kind::Internal => 500,
        }
    }
}

impl std::fmt::Display for AppError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AppError {}
