//! gx-portal: a back-office portal in one static binary. Everything is in the library.

use std::process::ExitCode;

// An environment RUSTFLAGS or --manifest-path silently loses the flags of .cargo/config.toml.
#[cfg(all(not(quick), not(target_feature = "crt-static")))]
compile_error!("a release build must be static: unset RUSTFLAGS and build in the source directory");

/// See decisions/0063.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Huge pages keep memory that nobody uses, 50 MiB in a big city; a kernel without them has nothing to switch off.
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    gx_portal::cli::run(std::env::args_os())
}
