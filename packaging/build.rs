//! Links the binary with packed relative relocations: a static, position-independent program of this size carries 2.5 MB of
//! them unpacked (quality.md: 40 MB). A build script and not `rustflags`, because those would reach every dependency.

//! Addresses are resolved and sealed before `main` (full RELRO): `.cargo/config.toml` asks rustc for the partial one, because
//! with the full one it calls every function through a table, which a static program has no use for (0.8 MB of it).

//! A release also folds functions that came out the same (lld, the toolchain's own linker since 1.90): generic code of
//! records and answers is full of them, and nothing here asks whether two functions are one.

//! Debug builds and those for tests compute the shapes of the API from its types; a release carries what they computed
//! (`packaging/contract` writes it, `api::every_route` compares), packed here: the code that computes them is 2 MB.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What `packaging/contract` wrote: the document of the API, and what its routes take.
const CONTRACT: [&str; 2] = ["ui/src/api/generated/openapi.json", "data/inputs.json"];

fn main() {
    println!("cargo:rustc-check-cfg=cfg(computed_shapes, quick)");
    // Debug assertions say nothing about it: dev builds go without (Cargo.toml).
    if std::env::var("PROFILE").as_deref() == Ok("debug") {
        println!("cargo:rustc-cfg=quick");
    }
    if std::env::var("PROFILE").as_deref() == Ok("debug") || std::env::var_os("CARGO_FEATURE_TESTING").is_some() {
        println!("cargo:rustc-cfg=computed_shapes");
    } else {
        CONTRACT.into_iter().for_each(pack_or_fail);
    }
    println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    println!("cargo:rustc-link-arg-bins=-Wl,-z,now");
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        // What the binary is made of, for packaging/binary-content.
        println!("cargo:rerun-if-env-changed=GX_LINK_MAP");
        if let Some(map) = std::env::var_os("GX_LINK_MAP") {
            println!("cargo:rustc-link-arg-bins=-Wl,-Map={}", map.to_string_lossy());
        }
    }
    println!("cargo:rerun-if-changed=packaging/build.rs");
}

fn pack_or_fail(path: &str) {
    println!("cargo:rerun-if-changed={path}");
    if let Err(error) = pack(Path::new(path)) {
        println!("cargo:error={path}: {error}");
    }
}

/// Packs a file into the folder of the build, under its own name with `.gz`.
fn pack(path: &Path) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let to = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join(format!("{name}.gz"));
    let mut packer = flate2::write::GzEncoder::new(std::fs::File::create(to)?, flate2::Compression::best());
    packer.write_all(&std::fs::read(path)?)?;
    packer.finish().map(drop)
}
