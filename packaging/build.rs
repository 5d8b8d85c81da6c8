//! Links the binary with packed relative relocations: a static, position-independent program of this size carries 2.5 MB of
//! them unpacked (quality.md: 40 MB). A build script and not `rustflags`, because those would reach every dependency.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    println!("cargo:rerun-if-changed=packaging/build.rs");
}
