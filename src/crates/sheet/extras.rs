//! What lies on the cells of a workbook of today's form and is in none of them: pictures, comments, addresses of links.
//!
//! Pictures are named by their part of the archive and read when somebody wants them, one at a time. WPS keeps pictures of
//! cells in a part of its own and writes `=DISPIMG("ID_…",1)` into the cell.
//!
//! Deliberately absent: pictures that Excel itself keeps in cells (rich values), shapes, charts.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use zip::ZipArchive;

use super::archive::damaged;
use super::markup::{Piece, Pieces, attribute, plain};
use super::parts::place;
use super::value::SheetError;

/// The longest part that is read as a whole: the drawing of some thousand pictures.
const WHOLE: u64 = 16 << 20;
/// Pictures, comments and links that are told one by one.
const MOST: usize = 20_000;

/// A picture that lies on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Row and column of the cell under its upper left corner, from 0.
    pub at: (u32, u32),
    /// Its part of the workbook.
    pub part: String,
}

/// What lies on the cells of a sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extras {
    /// Pictures, from top to bottom.
    pub pictures: Vec<Picture>,
    /// Pictures that lie on no cell.
    pub loose: u32,
    /// Parts of the pictures that cells name by `DISPIMG`, of the whole workbook.
    pub cell_pictures: HashMap<String, String>,
    /// Cells with comments.
    pub comments: Vec<(u32, u32)>,
    /// Cells with links, and where those lead.
    pub links: Vec<((u32, u32), String)>,
}

/// The picture that the text of a cell names: `=DISPIMG("ID_…",1)`.
pub fn cell_picture(text: &str) -> Option<&str> {
    let text = text.trim().trim_start_matches('=').trim_start_matches("_xlfn.");
    let inside = text.strip_prefix("DISPIMG(\"")?;
    let (id, rest) = inside.split_once('"')?;
    (!id.is_empty() && rest.ends_with(')')).then_some(id)
}

type Archive = ZipArchive<BufReader<File>>;

fn open(path: &Path) -> Option<Archive> {
    ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()
}

fn text_of(archive: &mut Archive, part: &str) -> Option<String> {
    let mut bytes = Vec::new();
    archive.by_name(part).ok()?.take(WHOLE).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A relation of a part.
struct Related {
    id: String,
    /// The last word of its type.
    kind: String,
    /// The part, or an address outside.
    target: String,
}

/// What a part is related to.
fn related(archive: &mut Archive, part: &str) -> Vec<Related> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let Some(text) = text_of(archive, &format!("{folder}/_rels/{file}.rels")) else { return Vec::new() };
    let mut all = Vec::new();
    for piece in Pieces(&text) {
        let Piece::Open { name, attributes, .. } = piece else { continue };
        if name != "relationship" || all.len() >= MOST {
            continue;
        }
        let of = |wanted: &str| attribute(attributes, wanted).unwrap_or_default();
        let is_outside = of("targetmode").eq_ignore_ascii_case("external");
        let kind = of("type").rsplit('/').next().unwrap_or_default().to_owned();
        let target = if is_outside { of("target") } else { joined(folder, &of("target")) };
        all.push(Related { id: of("id"), kind, target });
    }
    all
}

/// A part as another one in a folder names it: `../media/image1.png`.
fn joined(folder: &str, target: &str) -> String {
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_owned();
    }
    let mut path: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            ".." => {
                path.pop();
            }
            "." | "" => {}
            step => path.push(step),
        }
    }
    path.join("/")
}

/// The part of a sheet.
fn part_of(archive: &mut Archive, sheet: &str) -> Option<String> {
    let workbook = text_of(archive, "xl/workbook.xml")?;
    let id = Pieces(&workbook).find_map(|piece| match piece {
        Piece::Open { name, attributes, .. } if name == "sheet" && attribute(attributes, "name")? == sheet => {
            id_of(attributes)
        }
        _ => None,
    })?;
    related(archive, "xl/workbook.xml").into_iter().find(|one| one.id == id).map(|one| one.target)
}

/// The relation that a tag names: its `id` with a namespace, whatever that is called.
fn id_of(attributes: &str) -> Option<String> {
    let (_, rest) = attributes.match_indices(":id=").next().map(|(at, sign)| attributes.split_at(at + sign.len()))?;
    let quote = rest.chars().next()?;
    rest.strip_prefix(quote)?.split(quote).next().map(plain)
}

/// What lies on a sheet; nothing where its parts are not found as usual.
pub(super) fn of(path: &Path, sheet: &str) -> Extras {
    let mut found = Extras::default();
    let Some(mut archive) = open(path) else { return found };
    found.cell_pictures = cell_pictures(&mut archive);
    let Some(part) = part_of(&mut archive, sheet) else { return found };
    let all = related(&mut archive, &part);
    for one in all.iter().filter(|one| one.kind == "drawing") {
        drawn(&mut archive, &one.target, &mut found);
    }
    for one in all.iter().filter(|one| one.kind == "comments") {
        if let Some(text) = text_of(&mut archive, &one.target) {
            found.comments.extend(commented(&text));
        }
    }
    if all.iter().any(|one| one.kind == "hyperlink") {
        linked(&mut archive, &part, &all, &mut found);
    }
    found.pictures.sort_unstable_by_key(|picture| picture.at);
    found.comments.sort_unstable();
    found.comments.dedup();
    found
}

/// Parts of pictures by the names that cells have for them.
fn cell_pictures(archive: &mut Archive) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let Some(text) = text_of(archive, "xl/cellimages.xml") else { return found };
    let all = related(archive, "xl/cellimages.xml");
    let mut id = String::new();
    for piece in Pieces(&text) {
        let Piece::Open { name, attributes, .. } = piece else { continue };
        match name.as_str() {
            "cnvpr" => id = attribute(attributes, "name").unwrap_or_default(),
            "blip" if found.len() < MOST => {
                let embedded = attribute(attributes, "embed");
                let one = embedded.and_then(|embedded| all.iter().find(|one| one.id == embedded));
                found.extend(one.map(|one| (std::mem::take(&mut id), one.target.clone())));
            }
            _ => {}
        }
    }
    found
}

/// The pictures of a drawing with the cells that they are fixed to.
fn drawn(archive: &mut Archive, part: &str, found: &mut Extras) {
    let Some(text) = text_of(archive, part) else { return };
    let all = related(archive, part);
    let (mut at, mut is_from, mut read) = ((None, None), false, None);
    for piece in Pieces(&text) {
        match piece {
            Piece::Open { name, attributes, .. } => match name.as_str() {
                "twocellanchor" | "onecellanchor" | "absoluteanchor" => at = (None, None),
                "from" => is_from = true,
                "row" | "col" if is_from => read = Some(name),
                "blip" => {
                    let embedded = attribute(attributes, "embed");
                    let one = embedded.and_then(|embedded| all.iter().find(|one| one.id == embedded));
                    match (at, one) {
                        ((Some(row), Some(column)), Some(one)) if found.pictures.len() < MOST => {
                            found.pictures.push(Picture { at: (row, column), part: one.target.clone() });
                        }
                        (_, Some(_)) => found.loose += 1,
                        _ => {}
                    }
                }
                _ => {}
            },
            Piece::Text(text) => match read.take().as_deref() {
                Some("row") => at.0 = text.trim().parse().ok(),
                Some("col") => at.1 = text.trim().parse().ok(),
                _ => {}
            },
            Piece::Close(name) if name == "from" => is_from = false,
            Piece::Close(_) => {}
        }
    }
}

/// The cells that have comments.
fn commented(text: &str) -> Vec<(u32, u32)> {
    let cell = |piece: Piece<'_>| match piece {
        Piece::Open { name, attributes, .. } if name == "comment" => place(&attribute(attributes, "ref")?),
        _ => None,
    };
    Pieces(text).filter_map(cell).take(MOST).collect()
}

/// The cells of a sheet that lead outside; they stand behind its cells, which are passed over piece by piece.
fn linked(archive: &mut Archive, part: &str, all: &[Related], found: &mut Extras) {
    let Ok(mut sheet) = archive.by_name(part) else { return };
    let Some(text) = behind_cells(&mut sheet) else { return };
    for piece in Pieces(&text) {
        let Piece::Open { name, attributes, .. } = piece else { continue };
        if name != "hyperlink" || found.links.len() >= MOST {
            continue;
        }
        let at = attribute(attributes, "ref").and_then(|area| place(area.split(':').next()?));
        let one = id_of(attributes).and_then(|id| all.iter().find(|one| one.id == id));
        found.links.extend(at.zip(one).map(|(at, one)| (at, one.target.clone())));
    }
}

/// The end of a sheet's part, from the tag behind its last row.
fn behind_cells(part: &mut impl Read) -> Option<String> {
    const END: &[u8] = b"sheetData>";
    let (mut kept, mut piece) = (Vec::new(), vec![0; 64 << 10]);
    let mut is_behind = false;
    loop {
        let read = part.read(&mut piece).ok()?;
        if read == 0 {
            return is_behind.then(|| String::from_utf8_lossy(&kept).into_owned());
        }
        kept.extend_from_slice(piece.get(..read)?);
        if !is_behind {
            match memchr::memmem::rfind(&kept, END) {
                Some(at) => {
                    is_behind = true;
                    kept.drain(..at + END.len());
                }
                None => {
                    kept.drain(..kept.len().saturating_sub(END.len()));
                }
            }
        }
        if kept.len() as u64 > WHOLE {
            return None;
        }
    }
}

/// The pictures of a workbook, one after the other.
pub struct Pictures(Archive);

impl Pictures {
    /// Of a workbook that was surveyed.
    ///
    /// # Errors
    /// A sentence for a file that is no archive any more.
    pub fn of(path: &Path) -> Result<Self, SheetError> {
        open(path).map(Self).ok_or_else(|| SheetError::Damaged("图片".into()))
    }

    /// How many bytes a picture has, as far as its archive says.
    pub fn size(&mut self, part: &str) -> Option<u64> {
        self.0.by_name(part).ok().map(|entry| entry.size())
    }

    /// The first bytes of a picture, at most so many.
    pub fn head(&mut self, part: &str, most: usize) -> Option<Vec<u8>> {
        let (entry, mut head) = (self.0.by_name(part).ok()?, Vec::new());
        entry.take(most as u64).read_to_end(&mut head).ok().map(|_| head)
    }

    /// Copies a picture, at most so many bytes of it; answers how many there were.
    ///
    /// # Errors
    /// A sentence for a part that cannot be read.
    pub fn copy(&mut self, part: &str, most: u64, to: &mut impl std::io::Write) -> Result<u64, SheetError> {
        let entry = self.0.by_name(part).map_err(damaged)?;
        std::io::copy(&mut entry.take(most), to).map_err(damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_cells_are_named() {
        for (text, id) in [
            ("=DISPIMG(\"ID_8F\",1)", Some("ID_8F")),
            ("=_xlfn.DISPIMG(\"ID_8F\",1)", Some("ID_8F")),
            ("DISPIMG(\"\",1)", None),
            ("DISPIMG(\"ID", None),
            ("照片", None),
        ] {
            assert_eq!(cell_picture(text), id, "{text}");
        }
    }

    #[test]
    fn parts_are_found_from_where_they_are_named() {
        assert_eq!(joined("xl/worksheets", "../drawings/drawing1.xml"), "xl/drawings/drawing1.xml");
        assert_eq!(joined("xl", "media/a.png"), "xl/media/a.png");
        assert_eq!(joined("xl/x", "/xl/media/a.png"), "xl/media/a.png");
        assert_eq!(joined("xl", "../../../a"), "a");
    }

    #[test]
    fn what_stands_behind_the_cells_is_found_wherever_pieces_are_cut() {
        for before in [0, 10, (64 << 10) - 5, 64 << 10, (128 << 10) - 9] {
            let text = format!("{}</sheetData><hyperlinks/>", "x".repeat(before));
            assert_eq!(behind_cells(&mut text.as_bytes()).as_deref(), Some("<hyperlinks/>"), "{before}");
        }
        assert_eq!(behind_cells(&mut "x".as_bytes()), None);
    }
}
