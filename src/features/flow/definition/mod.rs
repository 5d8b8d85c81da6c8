//! Processes as an authority draws them: versions, of which one is published and never changes again.

pub mod publish;
pub mod record;
pub mod seed;
pub mod validate;
