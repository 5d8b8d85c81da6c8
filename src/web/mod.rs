//! The only place that knows poem: mounts the route table, reads input, writes the envelope, finds the
//! caller, serves the embedded front end.

pub mod address;
pub mod admin;
pub mod assets;
mod authorize;
mod body;
pub mod closed;
pub mod contract;
pub mod gate;
pub mod input;
pub mod metrics;
pub mod mount;
pub mod notify;
#[cfg(computed_shapes)]
pub mod openapi;
mod ready;
pub mod respond;
mod send;
pub mod server;
mod signals;
pub mod stream;
mod throttle;
pub mod upload;
mod values;
