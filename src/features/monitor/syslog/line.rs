//! The line to the log server: opening it, writing messages, noticing that the other end is gone.
//!
//! Invariants: everything here has a limit of time, and what is refused is told in words people can act on. The server's
//! certificate is verified, with its name; there is no way round. What the server says is read and thrown away: unread bytes
//! would turn our closing into a reset, which takes messages with it.
//!
//! **What plain syslog cannot promise:** a stream has no receipts. What lies in the kernels' buffers when the other end dies
//! is lost, and nobody is told which messages that were. It is lessened by [`Pace::unacknowledged`] (a dead peer is noticed
//! within that time) and by the sender, which says the last minute again after a line broke. A server that accepts and never
//! reads looks alive until its buffers are full. A datagram may be lost anywhere.

use std::io::{Error, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustix::net::sockopt;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::ServerName;
use rustls::{CertificateError, ClientConfig, Error as TlsError, RootCertStore};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::message::frame;
use crate::config::syslog::{Destination, Syslog, Transport, certificates};
use crate::error::{AppError, Result};

/// Limits of time.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// From the name to a line that can be written to.
    pub connect: Duration,
    /// For the next 64 KiB.
    pub write: Duration,
    /// How long the other end may owe its receipt of bytes (TCP).
    pub unacknowledged: Duration,
    /// How long to rest after the first failure; each time twice as long.
    pub first_rest: Duration,
    /// And at most.
    pub longest_rest: Duration,
    /// How long after a message its place is written, when no page is full before.
    pub keep: Duration,
    /// How long after it was sent a message is said again when the line breaks.
    pub doubtful: Duration,
    /// The same when the other end closes in order. Kernels reset a line whose closer had not read everything, so only what
    /// crossed its close is in doubt; and one that closes idle lines shall not be told the same rows each time.
    pub crossing: Duration,
}

impl Pace {
    /// That of the program.
    pub const USUAL: Self = Self {
        connect: Duration::from_secs(10),
        write: Duration::from_secs(30),
        unacknowledged: Duration::from_secs(30),
        first_rest: Duration::from_secs(1),
        longest_rest: Duration::from_secs(60),
        keep: Duration::from_secs(5),
        doubtful: Duration::from_secs(60),
        crossing: Duration::from_secs(5),
    };
}

/// Bytes that are written at a time.
const CHUNK: usize = 64 << 10;
/// Datagrams that go out without a pause: receivers have small buffers, and nothing tells that one was full.
const BURST: usize = 20;
const BREATH: Duration = Duration::from_millis(20);
/// A connection without messages is tried so often, and given up after so many tries.
const ALIVE: (Duration, Duration, u32) = (Duration::from_secs(60), Duration::from_secs(10), 3);

/// A line that is of no use any more.
pub struct Gone {
    /// Why, in words, and for the log.
    pub fault: AppError,
    /// Whether the other end closed it in order.
    pub in_order: bool,
}

/// A line that is open.
pub enum SyslogConnection {
    Udp(UdpSocket),
    Tcp(TcpStream),
    /// A sealed stream.
    Tls(Box<TlsStream<TcpStream>>),
}

impl SyslogConnection {
    /// Opens it.
    ///
    /// # Errors
    /// Why there is none, in words, and for the log.
    pub async fn open(to: &Destination, settings: &Syslog, pace: &Pace) -> Result<Self> {
        let opening = Box::pin(open(to, settings.ca.value.as_deref(), pace));
        timeout(pace.connect, opening).await.unwrap_or_else(|_| {
            Err(AppError::refused(format!("{to} 在 {} 秒内没有应答，请检查地址、网络和防火墙", pace.connect.as_secs()))
                .because("connect: timed out"))
        })
    }

    /// Writes messages in their order; when it fails, nobody knows how many of them came.
    ///
    /// # Errors
    /// Why not all went out.
    pub async fn send(&mut self, messages: &[String], pace: &Pace) -> Result<()> {
        if let Self::Udp(socket) = self {
            for (place, message) in messages.iter().enumerate() {
                if place > 0 && place % BURST == 0 {
                    sleep(BREATH).await;
                }
                socket.send(message.as_bytes()).await.map_err(|error| broken(&error))?;
            }
            return Ok(());
        }
        let mut bytes = Vec::new();
        for (place, message) in messages.iter().enumerate() {
            frame(message, &mut bytes);
            if bytes.len() >= CHUNK || place + 1 == messages.len() {
                self.write(&bytes, pace).await?;
                bytes.clear();
            }
        }
        Ok(())
    }

    async fn write(&mut self, bytes: &[u8], pace: &Pace) -> Result<()> {
        let writing = async {
            match self {
                Self::Udp(_) => Ok(()),
                Self::Tcp(stream) => stream.write_all(bytes).await,
                Self::Tls(stream) => {
                    stream.write_all(bytes).await?;
                    stream.flush().await
                }
            }
        };
        match timeout(pace.write, writing).await {
            Ok(written) => written.map_err(|error| broken(&error)),
            Err(_) => Err(AppError::refused(format!("日志服务器 {} 秒没有接收数据，已断开重连", pace.write.as_secs()))
                .because("write: timed out")),
        }
    }

    /// Comes back when the other end is gone, and not before.
    pub async fn gone(&mut self) -> Gone {
        let mut heard = [0; 512];
        loop {
            let read = match self {
                // An answer that nobody listens there comes as an error of the next look.
                Self::Udp(socket) => socket.recv(&mut heard).await.map(|_| 1),
                Self::Tcp(stream) => stream.read(&mut heard).await,
                Self::Tls(stream) => stream.read(&mut heard).await,
            };
            match read {
                Ok(0) => {
                    let fault = AppError::refused("日志服务器关闭了连接").because("closed by the peer");
                    return Gone { fault, in_order: true };
                }
                Ok(_) => {}
                Err(error) => return Gone { fault: broken(&error), in_order: false },
            }
        }
    }

    /// Whether the other end is gone by now, after so long a wait.
    pub async fn is_gone(&mut self, wait: Duration) -> Option<Gone> {
        timeout(wait, self.gone()).await.ok()
    }

    /// Ends it in order.
    pub async fn close(mut self, pace: &Pace) {
        let closing = async {
            match &mut self {
                Self::Udp(_) => Ok(()),
                Self::Tcp(stream) => stream.shutdown().await,
                Self::Tls(stream) => stream.shutdown().await,
            }
        };
        let _ = timeout(pace.write, closing).await;
    }
}

async fn open(to: &Destination, ca: Option<&Path>, pace: &Pace) -> Result<SyslogConnection> {
    let found: Vec<SocketAddr> = match tokio::net::lookup_host((to.host.as_str(), to.port)).await {
        Ok(found) => found.collect(),
        Err(error) => {
            return Err(AppError::refused(format!("找不到主机 {}，请检查名称和域名服务器", to.host)).because(error));
        }
    };
    let mut last = AppError::refused(format!("主机 {} 没有地址", to.host));
    for address in found {
        let line = match to.transport {
            Transport::Udp => udp(address).await,
            Transport::Tcp => tcp(address, pace).await.map(SyslogConnection::Tcp),
            Transport::Tls => match tcp(address, pace).await {
                Ok(stream) => return sealed(to, stream, ca).await,
                Err(error) => Err(error),
            },
        };
        match line {
            Ok(line) => return Ok(line),
            Err(error) => last = broken(&error),
        }
    }
    Err(last)
}

async fn udp(address: SocketAddr) -> Result<SyslogConnection, Error> {
    let any = match address {
        SocketAddr::V4(_) => SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)),
        SocketAddr::V6(_) => SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0)),
    };
    let socket = UdpSocket::bind(any).await?;
    socket.connect(address).await?;
    Ok(SyslogConnection::Udp(socket))
}

async fn tcp(address: SocketAddr, pace: &Pace) -> Result<TcpStream, Error> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let milliseconds = u32::try_from(pace.unacknowledged.as_millis()).unwrap_or(u32::MAX);
    sockopt::set_tcp_user_timeout(&stream, milliseconds)?;
    sockopt::set_socket_keepalive(&stream, true)?;
    sockopt::set_tcp_keepidle(&stream, ALIVE.0)?;
    sockopt::set_tcp_keepintvl(&stream, ALIVE.1)?;
    sockopt::set_tcp_keepcnt(&stream, ALIVE.2)?;
    Ok(stream)
}

/// The seal over a connection. The files of certificates are read each time: a new one needs no restart.
async fn sealed(to: &Destination, stream: TcpStream, ca: Option<&Path>) -> Result<SyslogConnection> {
    let mut roots = RootCertStore::empty();
    match ca {
        Some(path) => drop(roots.add_parsable_certificates(certificates(path)?)),
        None => drop(roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs)),
    }
    if roots.is_empty() {
        return Err(AppError::refused("本机没有受信任的证书，请在配置项 syslog_ca 中写明日志服务器的 CA 证书"));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(AppError::internal)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(to.host.clone()).map_err(AppError::internal)?;
    let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.map_err(|error| broken(&error))?;
    Ok(SyslogConnection::Tls(Box::new(stream)))
}

/// What became of a line, in words, and for the log.
fn broken(error: &Error) -> AppError {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<TlsError>());
    let told = match (tls, error.kind()) {
        (Some(TlsError::InvalidCertificate(why)), _) => certificate(why).to_owned(),
        (Some(TlsError::AlertReceived(alert)), _) => format!("日志服务器拒绝了加密连接（{alert:?}）"),
        (Some(_), _) => "加密连接没有建立，请核对该端口是否启用了 TLS".to_owned(),
        (_, ErrorKind::ConnectionRefused) => "连接被拒绝，请检查端口和日志服务是否已启动".to_owned(),
        (_, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted) => {
            "连接被对方断开".to_owned()
        }
        (_, ErrorKind::UnexpectedEof) => "日志服务器关闭了连接".to_owned(),
        (_, ErrorKind::TimedOut) => "日志服务器没有应答，请检查网络和防火墙".to_owned(),
        (_, ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable) => {
            "到日志服务器的网络不通，请检查路由和防火墙".to_owned()
        }
        (_, ErrorKind::PermissionDenied) => "本机不允许访问该地址，请检查防火墙和 systemd 单元的网络限制".to_owned(),
        _ => format!("与日志服务器的连接出错（{error}）"),
    };
    AppError::refused(told).because(format!("{:?}: {error}", error.kind()))
}

fn certificate(why: &CertificateError) -> &'static str {
    match why {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "日志服务器的证书不受信任（不是由受信任的机构签发），请在配置项 syslog_ca 中写明签发它的 CA 证书"
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "日志服务器的证书已过期，请更换证书",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "日志服务器的证书尚未生效，请核对两台服务器的时间"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "日志服务器的证书与配置项 syslog 中的主机名不符，请填写证书中的主机名"
        }
        _ => "日志服务器的证书不可用，请检查证书的用途和格式",
    }
}
