//! Links the binary with packed relative relocations: a static, position-independent program of this size carries 2.5 MB of
//! them unpacked (quality.md: 40 MB). A build script and not `rustflags`, because those would reach every dependency.

//! A release also folds functions that came out the same (lld, the toolchain's own linker since 1.90): generic code of
//! records and answers is full of them, and nothing here asks whether two functions are one.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
    println!("cargo:rerun-if-changed=packaging/build.rs");
}
