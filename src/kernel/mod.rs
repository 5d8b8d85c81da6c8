//! Pure helpers: no store, no web, no feature.

pub mod area;
pub mod bucket;
pub mod check;
pub mod cron;
pub mod dates;
pub mod day_number;
pub mod enumeration;
pub mod exact;
pub mod html;
pub mod ip;
pub mod key_file;
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
