//! A disk in memory that loses power, fills up, is slow, and counts.
//!
//! Writes go to a live image and a journal; `sync_data` makes them durable. A power cut applies a
//! random part of the journal to the durable image: dropped, reordered, torn at 512-byte sectors.

#![allow(missing_docs, clippy::unwrap_used)]

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use gx_portal::store::Medium;
use parking_lot::Mutex;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use redb::StorageBackend;

#[derive(Clone, Debug)]
enum Unsynced {
    Write(u64, Vec<u8>),
    Length(u64),
}

#[derive(Debug, Default)]
struct State {
    live: Vec<u8>,
    durable: Vec<u8>,
    journal: Vec<Unsynced>,
    operations: u64,
    dies_at: Option<u64>,
    dead: bool,
}

/// The disk; clones share it.
#[derive(Clone, Debug, Default)]
pub struct SimDisk {
    state: Arc<Mutex<State>>,
    full: Arc<AtomicBool>,
    sync_delay: Arc<AtomicU64>,
    lies: Arc<AtomicBool>,
}

impl SimDisk {
    pub fn from_image(image: Vec<u8>, dies_at: Option<u64>) -> Self {
        let state = State { live: image.clone(), durable: image, dies_at, ..State::default() };
        Self { state: Arc::new(Mutex::new(state)), ..Self::default() }
    }

    /// From now on the disk refuses to grow (or has room again).
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// From now on the disk answers an fsync without doing it.
    pub fn set_lying(&self) {
        self.lies.store(true, Ordering::SeqCst);
    }

    /// Each fsync takes this long.
    pub fn set_sync_delay(&self, delay: Duration) {
        self.sync_delay.store(u64::try_from(delay.as_micros()).unwrap(), Ordering::SeqCst);
    }

    pub fn is_dead(&self) -> bool {
        self.state.lock().dead
    }

    /// What is on the platter after the power came back.
    pub fn after_power_cut(&self, random: &mut StdRng) -> Vec<u8> {
        let state = self.state.lock();
        let mut image = state.durable.clone();
        let mut journal = state.journal.clone();
        let style = random.random_range(0..4);
        if style == 3 {
            journal.shuffle(random);
        }
        let keep = match style {
            0 => 0.0,
            1 => 1.0,
            _ => random.random_range(0.05..0.95),
        };
        for entry in journal {
            if !random.random_bool(keep) {
                continue;
            }
            match entry {
                Unsynced::Length(length) => image.resize(usize::try_from(length).unwrap(), 0),
                Unsynced::Write(offset, bytes) => {
                    let torn = random.random_bool(0.5);
                    tear(&mut image, usize::try_from(offset).unwrap(), &bytes, torn, random);
                }
            }
        }
        image
    }

    /// The live image (a clean stop).
    pub fn image(&self) -> Vec<u8> {
        self.state.lock().live.clone()
    }
}

fn tear(image: &mut [u8], offset: usize, bytes: &[u8], torn: bool, random: &mut impl Rng) {
    let mut at = 0;
    while at < bytes.len() {
        let end = (((offset + at) / 512 + 1) * 512 - offset).min(bytes.len());
        let (from, to) = (offset + at, offset + end);
        if to <= image.len() && (!torn || random.random_bool(0.5)) {
            image[from..to].copy_from_slice(&bytes[at..end]);
        }
        at = end;
    }
}

impl Medium for SimDisk {
    fn open(&self) -> io::Result<Box<dyn StorageBackend>> {
        Ok(Box::new(self.clone()))
    }

    fn free_bytes(&self) -> Option<u64> {
        None
    }
}

fn cut() -> io::Error {
    io::Error::other("power cut")
}

impl State {
    fn tick(&mut self) -> io::Result<()> {
        self.operations += 1;
        if self.dead || Some(self.operations) == self.dies_at {
            self.dead = true;
            return Err(cut());
        }
        Ok(())
    }
}

impl StorageBackend for SimDisk {
    fn len(&self) -> io::Result<u64> {
        let state = self.state.lock();
        if state.dead { Err(cut()) } else { Ok(state.live.len() as u64) }
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state.lock();
        if state.dead {
            return Err(cut());
        }
        let from = usize::try_from(offset).unwrap();
        let bytes = state.live.get(from..from + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut state = self.state.lock();
        if length > state.live.len() as u64 && self.full.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        state.tick()?;
        state.live.resize(usize::try_from(length).unwrap(), 0);
        state.journal.push(Unsynced::Length(length));
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let delay = self.sync_delay.load(Ordering::SeqCst);
        if delay > 0 {
            std::thread::sleep(Duration::from_micros(delay));
        }
        let mut state = self.state.lock();
        state.tick()?;
        if self.lies.load(Ordering::SeqCst) {
            return Ok(());
        }
        let journal = std::mem::take(&mut state.journal);
        for entry in journal {
            match entry {
                Unsynced::Length(length) => state.durable.resize(usize::try_from(length).unwrap(), 0),
                Unsynced::Write(offset, bytes) => {
                    let from = usize::try_from(offset).unwrap();
                    let end = (from + bytes.len()).min(state.durable.len());
                    if from < end {
                        state.durable[from..end].copy_from_slice(&bytes[..end - from]);
                    }
                }
            }
        }
        Ok(())
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state.lock();
        state.tick()?;
        let from = usize::try_from(offset).unwrap();
        let end = from + bytes.len();
        if end > state.live.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        state.live[from..end].copy_from_slice(bytes);
        state.journal.push(Unsynced::Write(offset, bytes.to_vec()));
        Ok(())
    }
}
