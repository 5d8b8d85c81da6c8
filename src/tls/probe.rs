//! Asks a server of this box for a page, as a browser would: whether an upgraded one answers at its address.
//!
//! Deliberately absent: trust. Nothing secret is sent and nothing read is believed but that it answers; the certificate may name any
//! host, and is only asked to be the one whose key the server holds.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned};

/// No page that is looked at is longer.
const LONGEST: u64 = 1 << 20;

/// Takes any certificate whose key the server holds.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Where a server that listens everywhere is reached from its own box.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Gets a page; answers its status and text.
///
/// # Errors
/// In words: no answer within the patience, no HTTP.
pub fn get(address: SocketAddr, is_tls: bool, path: &str, patience: Duration) -> Result<(u16, String), String> {
    let told = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect_timeout(&reachable(address), patience).map_err(told)?;
    stream.set_read_timeout(Some(patience)).and_then(|()| stream.set_write_timeout(Some(patience))).map_err(told)?;
    if !is_tls {
        return exchange(&mut stream, path).map_err(told);
    }
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions();
    let config = config.map_err(|error| error.to_string())?.dangerous();
    let config = config.with_custom_certificate_verifier(Arc::new(AnyCertificate(provider))).with_no_client_auth();
    let name = ServerName::IpAddress(address.ip().into());
    let connection = ClientConnection::new(Arc::new(config), name).map_err(|error| error.to_string())?;
    exchange(&mut StreamOwned::new(connection, stream), path).map_err(told)
}

fn exchange(stream: &mut (impl Read + Write), path: &str) -> std::io::Result<(u16, String)> {
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut bytes = Vec::new();
    match stream.take(LONGEST).read_to_end(&mut bytes) {
        // A server that closes without TLS's own goodbye has said everything by then.
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof && !bytes.is_empty() => {}
        read => drop(read?),
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| std::io::Error::other("no answer of HTTP"))?;
    Ok((status, text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()))
}
