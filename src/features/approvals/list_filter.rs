//! What the lists of the approval centre can be asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::constants::InstanceState;
use super::instance::record::{AMOUNT, INITIATOR, Instance, KEY, NO, STATE, TITLE};
use crate::error::{AppError, Result};
use crate::kernel::dates::{Stamp, range_begin, range_end};
use crate::kernel::page::Paging;
use crate::records::list::FilterBuilder;

/// Filters of the lists.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTasks {
    /// Only these kinds of document, by the key of their process; absent: all.
    pub key: Vec<String>,
    /// Part of title or number.
    pub key_word: Option<String>,
    /// Only processes that these people began, by numbers; absent: all.
    pub initiator: Vec<u64>,
    /// Not before this day.
    pub begin_time: Option<String>,
    /// Not after this day.
    pub end_time: Option<String>,
    /// At least so much, fen.
    pub amount_from: Option<i64>,
    /// At most so much, fen.
    pub amount_to: Option<i64>,
    /// Overdue ones alone.
    pub overdue: Option<bool>,
    /// Those that came back to their initiator alone (待办).
    pub returned: Option<bool>,
    /// Only in these states (我发起, 已办).
    pub state: Vec<InstanceState>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

impl ListTasks {
    /// From when on rows are asked for.
    pub(super) fn since(&self) -> i64 {
        self.begin_time.as_deref().and_then(range_begin).map_or(i64::MIN, |from| from.0)
    }

    /// The last moment that is asked for.
    pub(super) fn to(&self) -> Option<Stamp> {
        self.end_time.as_deref().and_then(range_end)
    }

    /// What is asked of the processes themselves, the days apart.
    ///
    /// # Errors
    /// An order: these lists have their own.
    pub(super) fn about_processes(&self) -> Result<FilterBuilder<Instance>> {
        if self.paging.sorts() {
            return Err(AppError::refused("参数不符合规范，不能进行查询"));
        }
        let mut ask: FilterBuilder<Instance> = FilterBuilder::default();
        ask.named(&KEY, &self.key)?;
        ask.word(self.key_word.as_deref(), &[&TITLE, &NO])?;
        ask.several(&INITIATOR, &self.initiator)?;
        ask.several(&STATE, &self.state)?;
        if self.amount_from.is_some() || self.amount_to.is_some() {
            ask.within(&AMOUNT, self.amount_from, self.amount_to)?;
        }
        if !self.paging.ids.is_empty() {
            ask.chosen(&self.paging.ids)?;
        }
        Ok(ask)
    }

    /// Whether nothing is filtered.
    pub(super) fn asks_for_all(&self) -> bool {
        let lists = self.key.is_empty() && self.initiator.is_empty() && self.state.is_empty();
        let days = self.begin_time.is_none() && self.end_time.is_none();
        let amounts = self.amount_from.is_none() && self.amount_to.is_none();
        let has_word = self.key_word.as_deref().is_some_and(|word| !word.trim().is_empty());
        lists && days && amounts && !has_word && self.paging.ids.is_empty() && !self.paging.sorts()
    }
}
