//! Who sees a telephone number in full: its owner, and whoever reaches the row through `system:user:query`. For everybody
//! else it is masked, and found by the whole number alone (`records/whole_numbers.rs`), or a masked number could be guessed
//! digit by digit.

use crate::error::Result;
use crate::kernel::text::mask_phone;
use crate::op::View;
use crate::platform::identity::rights::Scope;
use crate::platform::identity::user::{BY_PHONE, DEPT, NUMBER, PHONE, User};
use crate::records::list::{Filter, FilterBuilder, reached};
use crate::records::{personal, whole_numbers};
use crate::store::{Reads as _, key};

/// Digits of a colleague's number (`check::mobile`).
const MOBILE: usize = 11;

/// What the caller may know of numbers.
pub struct Phones {
    scope: Scope,
    user_id: u64,
}

impl Phones {
    /// By his rights.
    pub fn of(view: &View) -> Self {
        let scope = Scope { own: true, ..view.caller.rights.scope(Some("system:user:query")) };
        Self { scope, user_id: view.caller.user_id() }
    }

    /// Whether he sees the number of a user in full.
    pub fn sees(&self, user: &User) -> bool {
        self.scope.has_dept(user.dept_id) || (self.scope.own && user.user_id == self.user_id)
    }

    /// Whether he sees all numbers in full.
    pub fn sees_all(&self) -> bool {
        self.scope.all
    }

    /// The number as he sees it.
    pub fn shown(&self, user: &User) -> String {
        if self.sees(user) { user.phonenumber.clone() } else { mask_phone(&user.phonenumber) }
    }

    /// The number that a form or a workbook says for a user: his own mask leaves it as it is.
    ///
    /// # Errors
    /// The mask of another number.
    pub fn given(text: Option<&str>, user: &User) -> Result<String> {
        let said = personal::given(text, &mask_phone(&user.phonenumber)).map_err(|fault| fault.at("phonenumber"))?;
        Ok(said.map_or_else(|| user.phonenumber.clone(), str::to_owned))
    }

    /// The wish that he sees the number of a user in full.
    pub fn seen(&self, ask: &FilterBuilder<User>) -> Result<Filter> {
        reached(ask, &self.scope, &DEPT, (&NUMBER, self.user_id))
    }

    /// The wish that a number is known by a word: whoever sees it in full knows its parts, everybody else the whole of it.
    ///
    /// # Errors
    /// Too many numbers that are nobody's were looked for.
    pub fn known_by(&self, view: &View, word: &str, ask: &FilterBuilder<User>) -> Result<Filter> {
        let mut known =
            vec![Filter::All(vec![self.seen(ask)?, Filter::Word(vec![ask.place(&PHONE)?], word.to_owned())])];
        if !self.sees_all() && word.len() == MOBILE && whole_numbers::is_telephone(word) {
            let find = || Ok(view.tx.one(&BY_PHONE, &key().str(word))?.map(|user| user.user_id).into_iter().collect());
            known.push(Filter::ids(whole_numbers::counted(view, find)?));
        }
        Ok(Filter::Any(known))
    }
}
