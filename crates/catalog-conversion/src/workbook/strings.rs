//! The texts that cells of a workbook share.

use std::collections::HashSet;

use heuan_catalog_folder::Reason;
use quick_xml::events::Event;

use super::package::{Package, unreadable};

/// Maximum texts of one workbook.
const MAX_STRINGS: usize = 1_000_000;
/// Maximum bytes of all texts together.
const MAX_BYTES: usize = 64 << 20;
/// Maximum bytes of the part with the texts, including tags.
const MAX_PART_BYTES: u64 = 96 << 20;

/// The texts one after the other, and the end of each.
#[derive(Debug, Default)]
pub(super) struct Strings {
    text: String,
    ends: Vec<u32>,
    /// Places of texts that are longer than a cell may be, and are read as empty.
    overlong: HashSet<usize>,
}

impl Strings {
    pub(super) fn read(package: &mut Package, path: &str) -> Result<Self, Reason> {
        let mut strings = Self::default();
        let Some(mut part) = package.part(path, MAX_PART_BYTES)? else { return Ok(strings) };
        loop {
            let is_string = match part.next()? {
                Event::Start(tag) => tag.local_name().as_ref() == "si",
                Event::Eof => return Ok(strings),
                _ => false,
            };
            if is_string {
                // Images in cells are no texts.
                let text = part.text(true)?;
                if text.is_none() {
                    strings.overlong.insert(strings.ends.len());
                }
                strings.push(&text.unwrap_or_default())?;
            }
        }
    }

    fn push(&mut self, text: &str) -> Result<(), Reason> {
        if self.ends.len() >= MAX_STRINGS || self.text.len() + text.len() > MAX_BYTES {
            let mega = MAX_BYTES >> 20;
            let text = format!(
                "has more than {MAX_STRINGS} different texts or {mega} MB of them; split it into several files"
            );
            let reason = Reason::new("too_many_texts", text);
            return Err(reason.with("max", &MAX_STRINGS).with("megabytes", &mega));
        }
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).map_err(|_| unreadable())?);
        Ok(())
    }

    pub(super) fn get(&self, place: usize) -> Option<&str> {
        let end = *self.ends.get(place)? as usize;
        let start =
            place.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end as usize);
        self.text.get(start..end)
    }

    pub(super) fn is_overlong(&self, place: usize) -> bool {
        self.overlong.contains(&place)
    }

    /// Bytes that the texts hold.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}
