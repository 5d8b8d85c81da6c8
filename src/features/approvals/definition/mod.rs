//! Processes as an authority draws them: versions, of which one is published and never changes again.

pub mod catalogue;
mod limits;
pub mod ops;
pub mod people;
pub mod publish;
pub mod record;
pub mod roles;
pub(super) mod routes;
pub mod seats;
pub mod seed;
pub mod simulate;
pub mod standard;
#[cfg(test)]
mod tests;
pub mod transfer;
pub mod validate;
pub mod wire;
