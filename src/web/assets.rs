//! The embedded front end: precompressed, with ETag, immutable caching of hashed files, and
//! `index.html` for every other path under the base (history mode).

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::sync::LazyLock;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use gx_front::{EmbeddedFile, Front};
use parking_lot::Mutex;
use poem::http::{StatusCode, header};
use poem::{Request, Response};

use gx_listener::Shared;

/// Shown when the program was built without the front end.
const NOT_BUILT: &str = "<!doctype html><html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><title>界面尚未构建</title></head>\
<body style=\"font:16px/1.8 sans-serif;max-width:40em;margin:15vh auto;padding:0 1em\"><h1>界面尚未构建</h1>\
<p>服务已经启动，接口可用，但程序里没有界面文件。</p><p>请在源码目录运行 <code>packaging/run</code>，\
或先执行 <code>npm ci --prefix ui &amp;&amp; npm run build --prefix ui</code>，再重新构建程序。</p></body></html>";

/// What scripts, styles and pictures the pages may load: nothing from outside (quality.md).
const CSP: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; frame-ancestors 'self'; base-uri 'self'; form-action 'self'; object-src 'none'";

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "webp" => "image/webp",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A file as it is embedded.
enum Found {
    /// As it is: pictures and fonts.
    Plain(EmbeddedFile),
    /// Packed by the build with brotli.
    Packed(EmbeddedFile),
}

impl Found {
    fn hash(&self) -> [u8; 32] {
        let (Self::Plain(file) | Self::Packed(file)) = self;
        file.metadata.sha256_hash()
    }
}

fn find(path: &str) -> Option<Found> {
    let is_copy = [".br", ".gz"].iter().any(|end| path.ends_with(end));
    let packed = || Front::get(&format!("{path}.br")).map(Found::Packed);
    if is_copy { None } else { packed().or_else(|| Front::get(path).map(Found::Plain)) }
}

/// Answers a path below the base (without leading slash).
pub fn serve(path: &str, request: &Request) -> Response {
    let is_hashed = path.starts_with("assets/");
    let wanted = if path.is_empty() { "index.html" } else { path };
    match find(wanted) {
        Some(file) => send(wanted, file, is_hashed, request),
        // A missing asset is missing; any other path belongs to the front end's own router.
        None if is_hashed => Response::builder().status(StatusCode::NOT_FOUND).body("not found"),
        None => match find("index.html") {
            Some(file) => send("index.html", file, false, request),
            None => Response::builder()
                .content_type("text/html; charset=utf-8")
                .header(header::CACHE_CONTROL, "no-store")
                .body(NOT_BUILT),
        },
    }
}

/// Encoding and bytes that a client takes. They lie in memory once, however many clients are slow to receive them.
fn encoded(path: &str, file: Found, accepts: &str) -> (Option<&'static str>, Bytes) {
    let takes = |name: &str| {
        accepts.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            words.next() == Some(name) && !words.any(|word| word.replace(' ', "") == "q=0")
        })
    };
    match file {
        Found::Plain(file) => (None, shared(path, "as it is", file, <[u8]>::to_vec)),
        Found::Packed(brotli) if takes("br") => (Some("br"), shared(path, "br", brotli, <[u8]>::to_vec)),
        Found::Packed(brotli) if takes("gzip") => (Some("gzip"), shared(path, "gzip", brotli, repacked)),
        Found::Packed(brotli) => (None, shared(path, "plain", brotli, unpacked)),
    }
}

fn unpacked(brotli: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    // Our own build wrote it; a copy that does not unpack would be sent empty rather than as rubbish.
    if brotli_decompressor::Decompressor::new(brotli, 16 * 1024).read_to_end(&mut plain).is_err() {
        plain.clear();
    }
    plain
}

fn repacked(brotli: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory doesn't fail.
    packer.write_all(&unpacked(brotli)).and_then(|()| packer.finish()).unwrap_or_default()
}

/// Path, encoding, and the hash of what is embedded: a folder that is read at run time changes.
type Key = (String, &'static str, [u8; 32]);

/// Files in an encoding that the program does not hold.
static MADE: LazyLock<Mutex<HashMap<Key, Bytes>>> = LazyLock::new(Mutex::default);

/// The bytes of a file: those of the program itself, or made once and kept.
fn shared(path: &str, encoding: &'static str, file: EmbeddedFile, make: fn(&[u8]) -> Vec<u8>) -> Bytes {
    let EmbeddedFile { data, metadata } = file;
    let is_itself = matches!(encoding, "as it is" | "br");
    match data {
        Cow::Borrowed(bytes) if is_itself => Bytes::from_static(bytes),
        data => {
            let key = (path.to_owned(), encoding, metadata.sha256_hash());
            let known = MADE.lock().get(&key).cloned();
            known.unwrap_or_else(|| {
                // Made outside of the lock: a picture is not to wait for a script.
                let made = make(&data).into();
                MADE.lock().entry(key).or_insert(made).clone()
            })
        }
    }
}

fn send(path: &str, file: Found, is_hashed: bool, request: &Request) -> Response {
    let hash: String = hex::encode(file.hash()).chars().take(24).collect();
    let (encoding, bytes) = encoded(path, file, request.header(header::ACCEPT_ENCODING).unwrap_or_default());
    let tag = format!("\"{hash}-{}\"", encoding.unwrap_or("plain"));
    let mut builder = Response::builder()
        .content_type(content_type(path))
        .header(header::ETAG, &tag)
        .header(header::VARY, "Accept-Encoding")
        .header("x-content-type-options", "nosniff")
        .header(header::CACHE_CONTROL, if is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" });
    if path.ends_with(".html") {
        builder = builder
            .header("content-security-policy", CSP)
            .header("x-frame-options", "SAMEORIGIN")
            .header("referrer-policy", "same-origin");
    }
    let known = request.header(header::IF_NONE_MATCH).unwrap_or_default();
    if known.split(',').any(|known| known.trim() == tag) {
        return builder.status(StatusCode::NOT_MODIFIED).body(());
    }
    if let Some(encoding) = encoding {
        builder = builder.header(header::CONTENT_ENCODING, encoding);
    }
    let mut response = builder.body(bytes);
    response.extensions_mut().insert(Shared);
    response
}
