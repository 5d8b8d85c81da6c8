//! A central log server on loopback: what came, in the order in which it came, and how it can be bad.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::io::{BufRead, BufReader, Read};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::support::until;

#[derive(Default)]
struct Shared {
    came: Mutex<Vec<String>>,
    streams: Mutex<Vec<TcpStream>>,
    /// Accepts and reads nothing.
    hangs: AtomicBool,
    stops: AtomicBool,
}

/// Log servers of one place, one after the other, share what came.
#[derive(Clone, Default)]
pub struct Log(Arc<Shared>);

impl Log {
    pub fn all(&self) -> Vec<String> {
        self.0.came.lock().unwrap().clone()
    }

    /// Numbers of the rows that came, with those that came again.
    pub fn numbers(&self) -> Vec<u64> {
        let number = |message: &String| message.split_once("seq=\"")?.1.split_once('"')?.0.parse().ok();
        self.0.came.lock().unwrap().iter().filter_map(number).collect()
    }

    /// Waits until a row came.
    pub fn has(&self, number: u64) {
        until(|| self.numbers().contains(&number));
    }

    /// Waits until a message with these words came.
    pub fn says(&self, words: &str) {
        until(|| self.all().iter().any(|message| message.contains(words)));
    }

    /// Each row from one number to another came, for the first time in their order.
    pub fn is_whole(&self, from: u64, to: u64) {
        let mut next = from;
        for number in self.numbers() {
            assert!(number <= next, "row {next} came after {number}");
            next += u64::from(number == next);
        }
        assert!(next > to, "row {next} never came");
    }

    pub fn forget(&self) {
        self.0.came.lock().unwrap().clear();
    }

    pub fn hang(&self, hangs: bool) {
        self.0.hangs.store(hangs, Ordering::Relaxed);
    }
}

/// A log server that runs.
pub struct Collector {
    pub address: SocketAddr,
    log: Log,
    accepting: Option<JoinHandle<()>>,
}

impl Collector {
    /// Listens on an address; port 0 for any.
    pub fn tcp(address: &str, log: &Log) -> Self {
        Self::stream(address, log, None, usize::MAX)
    }

    pub fn tls(address: &str, log: &Log, config: Arc<ServerConfig>) -> Self {
        Self::stream(address, log, Some(config), usize::MAX)
    }

    /// Falls over after so many messages of a connection, with the rest unread.
    pub fn frail(address: &str, log: &Log, messages: usize) -> Self {
        Self::stream(address, log, None, messages)
    }

    fn stream(address: &str, log: &Log, tls: Option<Arc<ServerConfig>>, messages: usize) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        // Small, so that little fits between a server that does not read and the sender.
        rustix::net::sockopt::set_socket_recv_buffer_size(&listener, 16 << 10).unwrap();
        let address = listener.local_addr().unwrap();
        log.0.stops.store(false, Ordering::Relaxed);
        let shared = log.0.clone();
        let accepting = std::thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                if shared.stops.load(Ordering::Relaxed) {
                    break;
                }
                shared.streams.lock().unwrap().push(stream.try_clone().unwrap());
                let (shared, tls) = (shared.clone(), tls.clone());
                std::thread::spawn(move || match tls {
                    None => take(&shared, BufReader::new(stream), messages),
                    Some(config) => {
                        let sealed = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
                        take(&shared, BufReader::new(sealed), messages);
                    }
                });
            }
        });
        Self { address, log: log.clone(), accepting: Some(accepting) }
    }

    /// Takes datagrams for as long as the program runs.
    pub fn udp(address: &str, log: &Log) -> SocketAddr {
        let socket = UdpSocket::bind(address).unwrap();
        let (address, shared) = (socket.local_addr().unwrap(), log.0.clone());
        std::thread::spawn(move || {
            let mut bytes = vec![0; 65_536];
            while let Ok(length) = socket.recv(&mut bytes) {
                shared.came.lock().unwrap().push(String::from_utf8(bytes[..length].to_vec()).unwrap());
            }
        });
        address
    }
}

/// Reads counted messages until the end.
fn take(shared: &Shared, mut stream: BufReader<impl Read>, messages: usize) {
    for _ in 0..messages {
        while shared.hangs.load(Ordering::Relaxed) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let mut count = Vec::new();
        if stream.read_until(b' ', &mut count).unwrap_or(0) == 0 || count.pop() != Some(b' ') {
            return;
        }
        let count: usize = String::from_utf8(count).unwrap().parse().expect("a count of bytes");
        let mut message = vec![0; count];
        if stream.read_exact(&mut message).is_err() {
            return;
        }
        shared.came.lock().unwrap().push(String::from_utf8(message).expect("whole characters"));
    }
    // Gone, as a process that was killed: closed with the rest unread.
    shared.streams.lock().unwrap().clear();
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.log.0.stops.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(self.address));
        if let Some(accepting) = self.accepting.take() {
            accepting.join().unwrap();
        }
        for stream in self.log.0.streams.lock().unwrap().drain(..) {
            // Its reader takes what has come and closes.
            let _ = stream.shutdown(Shutdown::Read);
        }
    }
}
