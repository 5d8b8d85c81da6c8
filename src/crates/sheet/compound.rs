//! Streams of a compound file, the container of old binary workbooks (MS-CFB).
//!
//! Invariant: whatever the file says about itself, no chain is longer than the file has sectors, so reading ends and
//! takes no more memory than a few times the file.

const ENTRY: usize = 128;
const MINI: usize = 64;
/// From here on sector numbers are marks: end of chain, free, table.
const MARKS: u32 = 0xFFFF_FFFA;

/// The beginning of every compound file.
pub(super) const MAGIC: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2).and_then(<[u8]>::first_chunk).map(|two| u16::from_le_bytes(*two))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).and_then(<[u8]>::first_chunk).map(|four| u32::from_le_bytes(*four))
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks_exact(4).filter_map(|four| u32_at(four, 0))
}

struct File<'b> {
    bytes: &'b [u8],
    size: usize,
    table: Vec<u32>,
}

impl<'b> File<'b> {
    fn open(bytes: &'b [u8]) -> Option<Self> {
        let shift = u16_at(bytes, 30)?;
        if !bytes.starts_with(&MAGIC) || ![9, 12].contains(&shift) || u16_at(bytes, 32)? != 6 {
            return None;
        }
        let mut file = File { bytes, size: 1 << shift, table: Vec::new() };
        let mut places: Vec<u32> = numbers(bytes.get(76..512)?).collect();
        let mut next = u32_at(bytes, 68)?;
        for _ in 0..file.sectors() {
            if next >= MARKS {
                break;
            }
            places.extend(numbers(file.sector(next)?));
            next = places.pop()?;
        }
        places.retain(|place| *place < MARKS);
        places.truncate(file.sectors());
        for place in places {
            let table: Vec<u32> = numbers(file.sector(place)?).collect();
            file.table.extend(table);
        }
        Some(file)
    }

    fn sectors(&self) -> usize {
        self.bytes.len() / self.size + 1
    }

    /// A sector; the last one may be cut short.
    fn sector(&self, number: u32) -> Option<&'b [u8]> {
        let from = (number as usize).checked_add(1)?.checked_mul(self.size)?;
        self.bytes.get(from..self.bytes.len().min(from.checked_add(self.size)?))
    }

    fn chain(&self, start: u32) -> Option<Vec<u8>> {
        let mut content = Vec::new();
        let mut next = start;
        for _ in 0..=self.sectors() {
            if next >= MARKS {
                return Some(content);
            }
            content.extend_from_slice(self.sector(next)?);
            next = *self.table.get(next as usize)?;
        }
        None
    }
}

/// Name, first sector and size of an entry of the directory.
fn entry(bytes: &[u8]) -> Option<(String, u32, usize)> {
    let length = usize::from(u16_at(bytes, 64)?).min(64);
    let units = bytes.get(..length)?.chunks_exact(2).filter_map(|two| u16_at(two, 0)).filter(|unit| *unit != 0);
    let name = char::decode_utf16(units).map(|c| c.unwrap_or('?')).collect();
    Some((name, u32_at(bytes, 116)?, u32_at(bytes, 120)? as usize))
}

/// The content of the first of these streams that is there.
pub(super) fn stream(bytes: &[u8], names: &[&str]) -> Option<Vec<u8>> {
    let file = File::open(bytes)?;
    let directory = file.chain(u32_at(bytes, 48)?)?;
    let entries: Vec<_> = directory.chunks_exact(ENTRY).filter_map(entry).collect();
    let (_, start, size) =
        names.iter().find_map(|name| entries.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)))?;
    if *size >= u32_at(bytes, 56)? as usize {
        let mut content = file.chain(*start)?;
        content.truncate(*size);
        return Some(content);
    }
    let small = file.chain(entries.first()?.1)?;
    let table: Vec<u32> = numbers(&file.chain(u32_at(bytes, 60)?)?).collect();
    let (mut content, mut next) = (Vec::new(), *start);
    while content.len() < *size && next < MARKS {
        let from = (next as usize).checked_mul(MINI)?;
        content.extend_from_slice(small.get(from..small.len().min(from + MINI))?);
        next = *table.get(next as usize)?;
    }
    content.truncate(*size);
    Some(content)
}
