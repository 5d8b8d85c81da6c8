//! People, departments, roles and menus as records, and the rights that follow from them.

pub mod dept;
pub mod menu;
pub mod rights;
pub mod role;
pub mod user;
