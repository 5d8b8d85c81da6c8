//! Packs the list of common passwords: 59 KB of text, a quarter of it packed.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;

const COMMON: &str = "../../../data/common-passwords.txt";

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={COMMON}");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let packed = File::create(folder.join("common-passwords.txt.gz"))?;
    let mut packer = flate2::write::GzEncoder::new(packed, flate2::Compression::best());
    packer.write_all(&std::fs::read(COMMON)?)?;
    packer.finish().map(drop)
}
