//! What the product does, one folder a subject. Features know no web, no command line, no redb.
//!
//! Order: a feature knows those before it in [`PRODUCT`]. What a lower one has to call in a higher one is a hook that the
//! higher one brings (`product.rs`); `tests/suite/architecture/tidy.rs` holds every import to it.

pub mod approvals;
pub mod assets;
pub mod exposure;
pub mod finance;
pub mod find;
pub mod lease;
pub mod monitor;
pub mod papers;
pub mod portal;
pub mod registers;
pub mod report;
pub mod system;
pub mod takeover;

use crate::product::Product;
use crate::records;

/// The only list of features there is.
pub static PRODUCT: Product = Product(&[
    records::FEATURE,
    system::FEATURE,
    portal::FEATURE,
    monitor::FEATURE,
    approvals::FEATURE,
    assets::FEATURE,
    lease::FEATURE,
    finance::FEATURE,
    exposure::FEATURE,
    report::FEATURE,
    registers::FEATURE,
    takeover::FEATURE,
    papers::FEATURE,
    find::FEATURE,
]);
