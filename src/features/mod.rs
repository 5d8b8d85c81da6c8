//! What the product does, one folder a subject. Features know no web, no command line, no redb.
//!
//! Order: a feature knows those before it in [`PRODUCT`]. What a lower one has to call in a higher one is a hook that the
//! higher one brings (`product.rs`); `tests/suite/house/tidy.rs` holds every import to it.

pub mod books;
pub mod estate;
pub mod expo;
pub mod find;
pub mod flow;
pub mod lease;
pub mod monitor;
pub mod portal;
pub mod register;
pub mod report;
pub mod system;

use crate::product::Product;
use crate::records;

/// The only list of features there is.
pub static PRODUCT: Product = Product(&[
    records::FEATURE,
    system::FEATURE,
    portal::FEATURE,
    monitor::FEATURE,
    flow::FEATURE,
    estate::FEATURE,
    lease::FEATURE,
    books::FEATURE,
    expo::FEATURE,
    report::FEATURE,
    register::FEATURE,
    find::FEATURE,
]);
