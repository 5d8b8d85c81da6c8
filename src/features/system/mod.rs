//! People and rights: users, departments, roles, menus, posts, dictionaries, settings.

pub mod config;
pub mod dept;
pub mod dict;
pub mod file;
pub mod grants;
pub mod menu;
pub mod module;
pub mod notice;
pub mod post;
pub mod role;
pub mod seed;
pub mod seed_later;
pub mod user;
