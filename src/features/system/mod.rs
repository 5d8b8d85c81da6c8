//! People and rights: users, departments, roles, menus, posts, dictionaries, settings.

pub mod base;
pub mod config;
pub mod dept;
pub mod dict;
pub mod export;
pub mod file;
pub mod menu;
pub mod module;
pub mod post;
pub mod rights;
pub mod role;
pub mod seed;
pub mod user;
