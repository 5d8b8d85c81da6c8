//! A real server process and a small keep-alive HTTP client on loopback.

#![allow(dead_code, reason = "benches use a part of it")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;

pub const PASSWORD: &str = "Yunchuan-9527";

/// A client of TLS that trusts one authority, given as PEM.
pub fn trusting(authority: &[u8]) -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(authority).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    config.with_root_certificates(roots).with_no_client_auth()
}

/// The client that trusts what `gx-portal init --tls` made in a data directory.
pub fn trusting_site(data: &Path) -> ClientConfig {
    trusting(&std::fs::read(data.join("keys/tls/ca.crt")).unwrap())
}

/// A connection that is opened again when it breaks.
pub struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
    pub token: String,
    /// What a proxy in front would say of the client's address.
    pub forwarded: String,
    /// How long an answer may take.
    pub patience: Duration,
    /// What the form calls itself, so that its operation is done once.
    pub form: String,
}

impl Client {
    pub fn new(address: &str) -> Self {
        Self::from(address, "")
    }

    pub fn from(address: &str, forwarded: &str) -> Self {
        let (token, patience) = (String::new(), Duration::from_secs(120));
        let (address, forwarded) = (address.to_owned(), forwarded.to_owned());
        Self { address, stream: None, token, forwarded, patience, form: String::new() }
    }

    pub fn signed_in(address: &str) -> Self {
        Self::of(address, "admin")
    }

    /// Somebody with the password of tests.
    pub fn of(address: &str, name: &str) -> Self {
        let mut client = Self::new(address);
        let body = format!(r#"{{"username":"{name}","password":"{PASSWORD}"}}"#);
        let answer = client.json("POST", "/prod-api/login", &body).expect("sign-in");
        client.token = answer["token"].as_str().unwrap_or_else(|| panic!("sign-in: {answer}")).to_owned();
        client
    }

    pub fn json(&mut self, method: &str, path: &str, body: &str) -> std::io::Result<Value> {
        let bytes = self.call(method, path, body)?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    pub fn call(&mut self, method: &str, path: &str, body: &str) -> std::io::Result<Vec<u8>> {
        let outcome = self.exchange(method, path, body);
        if outcome.is_err() {
            self.stream = None;
        }
        outcome
    }

    fn exchange(&mut self, method: &str, path: &str, body: &str) -> std::io::Result<Vec<u8>> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(&self.address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(self.patience))?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut().expect("just opened");
        let form = if self.form.is_empty() { String::new() } else { format!("x-form-token: {}\r\n", self.form) };
        let head = format!(
            "{method} /gx_portal{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\n\
             x-forwarded-for: {}\r\n{form}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.token,
            self.forwarded,
            body.len()
        );
        stream.get_mut().write_all(head.as_bytes())?;
        let mut length = 0;
        let mut line = String::new();
        loop {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// A running server; killed when dropped.
pub struct Server {
    pub process: Child,
    pub address: String,
    /// From the start of the process to its first answer.
    pub ready_after: Duration,
}

impl Server {
    pub fn start(binary: &str, data: &Path) -> Self {
        Self::start_with(binary, data, &[])
    }

    /// The same with variables of its own.
    pub fn start_with(binary: &str, data: &Path, variables: &[(&str, &str)]) -> Self {
        let began = Instant::now();
        let mut process = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .env("GX_LOG", "warn")
            .envs(variables.iter().copied())
            .spawn()
            .expect("starts");
        let mut out = BufReader::new(process.stdout.take().expect("piped"));
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert!(out.read_line(&mut line).expect("readable") > 0, "the server ended before it was ready");
            if let Some((_, rest)) = line.split_once("://") {
                break rest.split('/').next().expect("an address").to_owned();
            }
        };
        std::thread::spawn(move || drop(std::io::copy(&mut out, &mut std::io::sink())));
        Client::new(&address).call("GET", "/healthz", "").expect("answers");
        Self { process, address, ready_after: began.elapsed() }
    }

    /// Waits until the process has ended itself; how it did.
    pub fn ended(&mut self) -> std::process::ExitStatus {
        self.process.wait().expect("ends")
    }

    /// SIGKILL: the process gets no chance to do anything.
    pub fn kill(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

pub fn run(binary: &str, arguments: &[&str], input: &str) -> (i32, String) {
    let mut process = Command::new(binary)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    process.stdin.take().expect("piped").write_all(input.as_bytes()).expect("written");
    let output = process.wait_with_output().expect("ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap_or(-1), text)
}

/// A data directory with the administrator and without captcha.
pub fn initialise(binary: &str, data: &Path) {
    let data = data.to_str().expect("a path");
    let (code, text) = run(binary, &["init", "--data", data, "--admin-password-stdin"], &format!("{PASSWORD}\n"));
    assert_eq!(code, 0, "{text}");
    let (code, text) = run(binary, &["settings", "set", "sys.account.captchaEnabled", "false", "--data", data], "");
    assert_eq!(code, 0, "{text}");
}

/// A multipart upload that is sent piece by piece, on a connection of its own.
pub struct Upload {
    stream: TcpStream,
    left: u64,
}

impl Upload {
    /// Sends the head of an upload of a file; its content is to follow.
    pub fn begin(address: &str, token: &str, name: &str, size: u64) -> Self {
        Self::begin_to("/common/upload2Minio", address, token, name, size)
    }

    /// The same to any path that takes a file.
    pub fn begin_to(path: &str, address: &str, token: &str, name: &str, size: u64) -> Self {
        let head = format!("--gx\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        let length = head.len() as u64 + size + Self::END.len() as u64;
        let mut stream = TcpStream::connect(address).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("set");
        let request = format!(
            "POST /gx_portal/prod-api{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\ncontent-type: multipart/form-data; boundary=gx\r\n\
             content-length: {length}\r\n\r\n{head}"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        Self { stream, left: size }
    }

    const END: &str = "\r\n--gx--\r\n";

    /// Sends the next piece of the content.
    pub fn send(&mut self, piece: &[u8]) {
        self.left -= piece.len() as u64;
        self.stream.write_all(piece).expect("sent");
    }

    /// Ends the content and reads the answer.
    pub fn finish(mut self) -> Value {
        assert_eq!(self.left, 0, "the whole file was sent");
        self.stream.write_all(Self::END.as_bytes()).expect("sent");
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).expect("an answer");
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let json = body.find('{').zip(body.rfind('}')).map_or("", |(from, to)| &body[from..=to]);
        serde_json::from_str(json).unwrap_or_else(|_| panic!("{answer}"))
    }
}
