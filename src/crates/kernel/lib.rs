//! Values and rules without a product: dates, money, texts, trees, paging, passwords; refusals; what the operating system says.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::string_slice, reason = "what a test cuts it wrote itself"))]

pub mod area;
pub mod bucket;
pub mod carried;
pub mod check;
pub mod cron;
pub mod dates;
pub mod day_number;
pub mod enumeration;
pub mod error;
pub mod exact;
pub mod ip;
pub mod key_file;
pub mod likeness;
pub mod machine;
pub mod masked;
pub mod money;
pub mod order;
pub mod otp;
pub mod page;
pub mod password;
pub mod pinyin;
pub mod seal;
pub mod sniff;
pub mod span;
pub mod tally;
pub mod text;
pub mod tree;
pub mod uscc;
pub mod user_agent;
