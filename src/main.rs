//! gx-portal: a back-office portal in one static binary. Everything is in the library.

use std::process::ExitCode;

/// Chosen in design/stack.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    gx_portal::cli::run(std::env::args_os())
}
