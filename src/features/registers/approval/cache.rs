//! The registers as kinds of documents that were asked for, kept beside what else registers keep in memory.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Mutex, RwLock};

use crate::features::approvals::binding::Binding;

/// What is known of kinds.
#[derive(Default)]
pub struct Kinds {
    /// By what they were made of: register, version, code, name, page.
    pub(super) made: Mutex<HashMap<(u64, u32, String), &'static Binding>>,
    /// Grows whenever a register or a menu changes.
    pub(super) generation: AtomicU64,
    pub(super) all: RwLock<Option<Arc<[&'static Binding]>>>,
}

impl Kinds {
    /// Forgets which registers are decided about.
    pub fn reload(&self) {
        let mut all = self.all.write();
        self.generation.fetch_add(1, Ordering::AcqRel);
        *all = None;
    }
}
