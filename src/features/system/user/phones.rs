//! Who sees a colleague's telephone number in full: whoever reaches the row through `system:user:query`. For everybody
//! else it is masked, and a few digits do not find it either, or a masked number could be guessed digit by digit.

use crate::fault::Outcome;
use crate::kernel::text::mask_phone;
use crate::op::View;
use crate::platform::identity::rights::Scope;
use crate::platform::identity::user::{DEPT, NUMBER, User};
use crate::records::list::{Ask, Wish, reached};

/// Digits that a person knows who looks for somebody's number.
const KNOWN_DIGITS: usize = 7;

/// What the caller may know of numbers.
pub struct Phones {
    scope: Scope,
    user_id: u64,
}

impl Phones {
    /// By his rights.
    pub fn of(view: &View) -> Self {
        Self { scope: view.caller.rights.scope(Some("system:user:query")), user_id: view.caller.user_id() }
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

    /// The wish that he sees the number of a user in full.
    pub fn seen(&self, ask: &Ask<User>) -> Outcome<Wish> {
        reached(ask, &self.scope, &DEPT, (&NUMBER, self.user_id))
    }
}

/// Whether a word could be a small part of a number.
pub fn is_guess(word: &str) -> bool {
    word.len() < KNOWN_DIGITS && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
