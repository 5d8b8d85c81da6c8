//! What a text field already holds, offered to who types into it: names, models and places are written as they were before.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::cell::Cell;
use super::super::convert;
use super::super::kind::{FieldKind, QueryWay};
use super::super::published::Published;
use super::list::{ListRows, Question};
use crate::error::{AppError, Result};
use crate::kernel::order::Order as _;
use crate::op::View;
use crate::records::list::run::Span;
use crate::route::Data;

/// Rows that are looked at, the newest first.
const LOOKED_AT: usize = 500;
/// Texts offered at once.
const OFFERED: usize = 20;

/// What is typed in a field.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "SuggestTexts")]
pub struct Typed {
    /// Code of the register.
    pub code: String,
    /// Code of the field.
    pub field: String,
    /// What is typed.
    pub key_word: Option<String>,
}

/// GET /reg/{code}/suggest: texts of the field in rows that the caller sees, the commonest first.
///
/// # Errors
/// A sentence for a field that is not one of texts, or that the caller may not see.
pub fn suggest(view: &View, input: Typed) -> Result<Data<Vec<String>>> {
    let published = Published::of(view, &input.code)?;
    let is_text = |kind: FieldKind| matches!(kind, FieldKind::Text | FieldKind::Code);
    let field = published.field(view, &input.field).filter(|field| is_text(field.kind)).cloned();
    let field = field.ok_or_else(|| AppError::refused("这个字段没有可参考的内容"))?;
    let word = input.key_word.unwrap_or_default().trim().to_lowercase();
    let mut query = ListRows { code: input.code, ..ListRows::default() };
    if !word.is_empty() && field.query_way == QueryWay::Like {
        query.q.insert(field.code.clone(), word.clone().into());
    }
    let question = Question::of(view, published, &query, false, Span::First(LOOKED_AT))?;
    let mut found = question.find(view)?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in question.rows(view, &mut found)? {
        if let Some(Cell::Text(text)) = convert::cell(&question.published.definition, &row, &field).as_deref()
            && text.to_lowercase().contains(&word)
        {
            *counts.entry(text.clone()).or_default() += 1;
        }
    }
    let mut all: Vec<(String, usize)> = counts.into_iter().collect();
    all.order_by_key(|(_, count)| std::cmp::Reverse(*count));
    Ok(Data(all.into_iter().take(OFFERED).map(|(text, _)| text).collect()))
}
