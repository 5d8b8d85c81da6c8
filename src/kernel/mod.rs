//! Pure helpers: no store, no web, no feature.

pub mod check;
pub mod cron;
pub mod dates;
pub mod html;
pub mod ip;
pub mod page;
pub mod password;
pub mod pinyin;
pub mod sniff;
pub mod text;
pub mod tree;
pub mod user_agent;
