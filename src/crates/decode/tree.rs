//! Tokens of a JSON value.

use std::vec;

use serde_json::{Map, Number, Value, map};

use super::decoder::Token;

/// What is still to be read of a value: of each array and object that is open, what stands behind.
pub(super) struct Tree {
    root: Option<Value>,
    open: Vec<Level>,
}

enum Level {
    Array(vec::IntoIter<Value>),
    /// With the value whose name was read.
    Object(map::IntoIter, Option<Value>),
}

/// What comes next where a variant is asked for, not taken.
pub(super) enum Next {
    Text,
    /// An object with so many entries.
    Map(usize),
    Other,
}

impl Tree {
    pub(super) fn new(value: Value) -> Self {
        Self { root: Some(value), open: Vec::new() }
    }

    /// Takes the name of an entry, if one is next.
    #[inline(always)]
    pub(super) fn took_name(&mut self, into: &mut String) -> bool {
        if let Some(Level::Object(entries, value @ None)) = self.open.last_mut()
            && let Some((name, behind)) = entries.next()
        {
            *value = Some(behind);
            *into = name;
            return true;
        }
        false
    }

    #[inline(always)]
    pub(super) fn token(&mut self) -> Option<Token<'static>> {
        let value = match self.open.last_mut() {
            None => self.root.take(),
            Some(Level::Array(values)) => values.next(),
            Some(Level::Object(entries, value)) => match value.take() {
                Some(value) => Some(value),
                None => {
                    let (name, behind) = entries.next()?;
                    *value = Some(behind);
                    return Some(Token::Name(name));
                }
            },
        }?;
        Some(match value {
            Value::Null => Token::Nil,
            Value::Bool(value) => Token::Bool(value),
            Value::Number(value) => of_number(&value),
            Value::String(text) => Token::Text(text),
            Value::Array(values) => self.array(values),
            Value::Object(entries) => self.object(entries),
        })
    }

    fn array(&mut self, values: Vec<Value>) -> Token<'static> {
        let many = values.len();
        self.open.push(Level::Array(values.into_iter()));
        Token::Seq(many)
    }

    fn object(&mut self, entries: Map<String, Value>) -> Token<'static> {
        let many = entries.len();
        self.open.push(Level::Object(entries.into_iter(), None));
        Token::Map(many)
    }

    /// The value that comes next, not taken; none where a name does.
    #[inline(always)]
    fn ahead(&self) -> Option<&Value> {
        match self.open.last() {
            None => self.root.as_ref(),
            Some(Level::Array(values)) => values.as_slice().first(),
            Some(Level::Object(_, value)) => value.as_ref(),
        }
    }

    /// Passes over that value.
    #[inline(always)]
    fn pass(&mut self) {
        match self.open.last_mut() {
            None => self.root = None,
            Some(Level::Array(values)) => drop(values.next()),
            Some(Level::Object(_, value)) => *value = None,
        }
    }

    /// Takes nil, if it is next.
    pub(super) fn took_nil(&mut self) -> bool {
        let is_nil = self.ahead().is_some_and(Value::is_null);
        if is_nil {
            self.pass();
        }
        is_nil
    }

    /// Takes a number, if it is next: without moving a value, most of which is no number.
    #[inline(always)]
    pub(super) fn took_number(&mut self) -> Option<Token<'static>> {
        let Some(Value::Number(number)) = self.ahead() else { return None };
        let token = of_number(number);
        self.pass();
        Some(token)
    }

    pub(super) fn next(&self) -> Option<Next> {
        match self.ahead() {
            Some(Value::String(_)) => Some(Next::Text),
            Some(Value::Object(entries)) => Some(Next::Map(entries.len())),
            Some(_) => Some(Next::Other),
            None => matches!(self.open.last(), Some(Level::Object(..))).then_some(Next::Text),
        }
    }

    /// Leaves the innermost array or object.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Passes over one value with everything in it.
    pub(super) fn skip(&mut self) -> Option<()> {
        let before = self.open.len();
        self.token()?;
        self.open.truncate(before);
        Some(())
    }
}

fn of_number(number: &Number) -> Token<'static> {
    if let Some(value) = number.as_u64() {
        Token::Unsigned(value)
    } else if let Some(value) = number.as_i64() {
        Token::Signed(value)
    } else {
        Token::Float(number.as_f64().unwrap_or(f64::NAN))
    }
}

/// The number that the name of an entry is, or the name.
pub(super) fn number(name: String) -> Token<'static> {
    let is_bare = name.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && name.ends_with(|last: char| last.is_ascii_digit());
    let number = if is_bare { serde_json::from_str::<Number>(&name).ok() } else { None };
    number.map_or(Token::Name(name), |number| of_number(&number))
}
