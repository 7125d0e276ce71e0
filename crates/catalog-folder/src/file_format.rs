//! The format of a text file: its encoding, separators and line ends. A table in another format than UTF-8 with commas is not
//! read; the folder has one fault for each format, with the remedy.

use std::io::{self, Read, Seek, SeekFrom};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use crate::message::Reason;

/// Bytes at the beginning that are checked for separators and marks.
const HEAD: usize = 64 << 10;
/// Bytes of the file that identify its older encoding.
const SAMPLE: u64 = 1 << 20;
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A format in which a table cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnsupportedFormat {
    Utf16,
    /// An encoding from before Unicode, by its name. No such encoding has Lao letters.
    Legacy(&'static str),
    TwoMarks,
    /// A first line such as `sep=;`.
    SeparatorLine,
    LoneReturns,
    Semicolons,
    Tabs,
}

impl UnsupportedFormat {
    /// The error of the named files, which have this format.
    pub(crate) fn reason(self, files: &[&str]) -> Reason {
        let named = match files {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => files.concat(),
        };
        let text = format!("{named} {}", self.sentence(files.len() > 1));
        self.worded(text, files)
    }

    /// Fault of the file `name`, which has this format. The sentence does not name the file.
    pub fn reason_of(self, name: &str) -> Reason {
        self.worded(self.sentence(false), &[name])
    }

    fn worded(self, text: String, files: &[&str]) -> Reason {
        let reason = match self {
            Self::Utf16 => Reason::new("format_utf16", text),
            Self::Legacy(name) => Reason::new("format_legacy", text).with("encoding", &name),
            Self::TwoMarks => Reason::new("format_two_marks", text),
            Self::SeparatorLine => Reason::new("format_separator_line", text),
            Self::LoneReturns => Reason::new("format_lone_returns", text),
            Self::Semicolons => Reason::new("format_semicolons", text),
            Self::Tabs => Reason::new("format_tabs", text),
        };
        reason.with("files", &files.join(", "))
    }

    /// Rest of a sentence that begins with the names of the files: their format, and the remedy.
    fn sentence(self, is_plural: bool) -> String {
        let (it, is) = if is_plural { ("them", "are") } else { ("it", "is") };
        let remedy = format!("save {it} as \"CSV UTF-8 (comma delimited)\"");
        match self {
            Self::Utf16 => format!("{is} UTF-16 (\"Unicode text\"); {remedy}"),
            Self::Legacy(name) => format!(
                "{is} in an older encoding, probably {}, which has no Lao letters; {remedy}, from a file in which Lao is still readable",
                shown(name)
            ),
            Self::TwoMarks => format!(
                "{} with two byte-order marks; {remedy} once more in a spreadsheet",
                begins(is_plural)
            ),
            Self::SeparatorLine => {
                format!(
                    "{} with a line sep=, which only Excel knows; {remedy}, or delete that line and separate fields by commas",
                    begins(is_plural)
                )
            }
            Self::LoneReturns => format!(
                "{} lines the way of old Mac programs (CR alone); {remedy}",
                if is_plural { "end" } else { "ends" }
            ),
            Self::Semicolons => format!(
                "{} fields by semicolons; {remedy}; where Excel still writes semicolons, set the list separator of Windows to a comma",
                separates(is_plural)
            ),
            Self::Tabs => format!("{} fields by tabs; {remedy}", separates(is_plural)),
        }
    }
}

/// The script of an encoding, and its name.
fn shown(name: &str) -> String {
    let script = match name {
        "windows-874" => "Thai",
        "windows-1252" => "Western",
        "GBK" | "gb18030" | "Big5" => "Chinese",
        "Shift_JIS" | "EUC-JP" => "Japanese",
        "EUC-KR" => "Korean",
        "windows-1258" => "Vietnamese",
        "windows-1250" | "ISO-8859-2" => "Central European",
        "windows-1251" | "KOI8-U" | "KOI8-R" | "ISO-8859-5" | "IBM866" => "Cyrillic",
        _ => return name.to_owned(),
    };
    format!("{script} ({name})")
}

fn begins(is_plural: bool) -> &'static str {
    if is_plural { "begin" } else { "begins" }
}

fn separates(is_plural: bool) -> &'static str {
    if is_plural { "separate" } else { "separates" }
}

/// The format of a file, if it differs from the format of tables. Reads the whole file and returns to its
/// beginning.
pub fn unsupported_format(file: &mut (impl Read + Seek)) -> io::Result<Option<UnsupportedFormat>> {
    let format = format_of(file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(format)
}

fn format_of(file: &mut (impl Read + Seek)) -> io::Result<Option<UnsupportedFormat>> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    if let Some(format) = encoding_of_head(&head) {
        return Ok(Some(format));
    }
    let mut sample = Sample::default();
    sample.add(&head);
    let mut part = vec![0; HEAD];
    loop {
        match file.read(&mut part)? {
            0 => break,
            read => sample.add(&part[..read]),
        }
    }
    if sample.is_legacy() {
        return encoding_of(file).map(|name| Some(UnsupportedFormat::Legacy(name)));
    }
    Ok(layout(&head))
}

/// The name of the older encoding that the letters of the file are most likely in.
fn encoding_of(file: &mut (impl Read + Seek)) -> io::Result<&'static str> {
    file.seek(SeekFrom::Start(0))?;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut rest = file.take(SAMPLE);
    let mut part = vec![0; HEAD];
    loop {
        match rest.read(&mut part)? {
            0 => break,
            read => {
                detector.feed(&part[..read], false);
            }
        }
    }
    detector.feed(&[], true);
    Ok(detector.guess(None, Utf8Detection::Deny).name())
}

fn encoding_of_head(head: &[u8]) -> Option<UnsupportedFormat> {
    let has_mark = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    let zeros = |from: usize| head.iter().skip(from).step_by(2).take(8).filter(|byte| **byte == 0).count();
    if has_mark || (head.len() >= 8 && (zeros(0) >= 4 || zeros(1) >= 4)) {
        return Some(UnsupportedFormat::Utf16);
    }
    head.strip_prefix(MARK).is_some_and(|rest| rest.starts_with(MARK)).then_some(UnsupportedFormat::TwoMarks)
}

fn layout(head: &[u8]) -> Option<UnsupportedFormat> {
    let text = head.strip_prefix(MARK).unwrap_or(head);
    if text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"sep=")) {
        return Some(UnsupportedFormat::SeparatorLine);
    }
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = first.strip_suffix(b"\r").unwrap_or(first);
    if first.contains(&b'\r') && !is_quoted_at(first, b'\r') {
        return Some(UnsupportedFormat::LoneReturns);
    }
    match delimiter_of(first) {
        b';' => Some(UnsupportedFormat::Semicolons),
        b'\t' => Some(UnsupportedFormat::Tabs),
        _ => None,
    }
}

/// Whether the first occurrence of `byte` is in a quoted field.
fn is_quoted_at(line: &[u8], byte: u8) -> bool {
    let before = line.split(|at| *at == byte).next().unwrap_or_default();
    before.iter().fold(false, |is_quoted, at| is_quoted != (*at == b'"'))
}

/// The separator of a header line: the most frequent one outside quotes, a comma if there is none.
pub fn delimiter_of(line: &[u8]) -> u8 {
    let (mut is_quoted, mut counts) = (false, [0_usize; 3]);
    for byte in line {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b',' if !is_quoted => counts[0] += 1,
            b';' if !is_quoted => counts[1] += 1,
            b'\t' if !is_quoted => counts[2] += 1,
            _ => {}
        }
    }
    // Of two that are as frequent, the comma, and then the semicolon.
    match counts {
        [commas, semicolons, tabs] if semicolons > commas && semicolons >= tabs => b';',
        [commas, _, tabs] if tabs > commas => b'\t',
        _ => b',',
    }
}

/// Counts of characters beyond ASCII, read in parts.
#[derive(Default)]
struct Sample {
    /// Bytes of a character that the next part completes.
    carry: Vec<u8>,
    /// Characters of two bytes, which letters of older encodings form by chance.
    short: usize,
    /// Longer characters, such as Lao.
    long: usize,
    /// Bytes that are not UTF-8, and the bytes among them that older encodings use for letters.
    bad: usize,
    bad_letters: usize,
}

impl Sample {
    fn add(&mut self, part: &[u8]) {
        let joined;
        let mut rest = if self.carry.is_empty() {
            part
        } else {
            joined = [&std::mem::take(&mut self.carry)[..], part].concat();
            &joined
        };
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.count(text);
                    return;
                }
                Err(error) => {
                    let (valid, after) = rest.split_at(error.valid_up_to());
                    self.count(std::str::from_utf8(valid).unwrap_or_default());
                    let Some(length) = error.error_len() else {
                        after.clone_into(&mut self.carry);
                        return;
                    };
                    self.bad += length;
                    self.bad_letters +=
                        after[..length].iter().filter(|byte| (0xA1..0xFF).contains(*byte)).count();
                    rest = &after[length..];
                }
            }
        }
    }

    fn count(&mut self, text: &str) {
        if text.is_ascii() {
            return;
        }
        for letter in text.chars().filter(|letter| !letter.is_ascii()) {
            if letter.len_utf8() == 2 {
                self.short += 1;
            } else {
                self.long += 1;
            }
        }
    }

    /// Whether the file is in an older encoding: many of its bytes beyond ASCII are not UTF-8.
    fn is_legacy(&self) -> bool {
        self.bad_letters > 0 && self.bad * 4 >= self.short && self.bad >= self.long * 4
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(b"pro_id,price\n1,2\n", None)]
    #[case("pro_id,pro_name_la\n1,ສີ\n".as_bytes(), None)]
    #[case(b"pro_id;price\n1;2\n", Some(UnsupportedFormat::Semicolons))]
    #[case(b"pro_id\tprice\n1\t2\n", Some(UnsupportedFormat::Tabs))]
    #[case(b"\"a;b\",c\n1,2\n", None)]
    #[case(b"ID;Type;GTIN, UPC, EAN;Name;Stock\n1;2\n", Some(UnsupportedFormat::Semicolons))]
    #[case(b"pro_id\tname, short\tprice; kip\n1\t2\n", Some(UnsupportedFormat::Tabs))]
    #[case(b"pro_id,\"a;b;c;d\",name;short,price\n1,2,3,4\n", None)]
    #[case(b"a,b;c\n", None)]
    #[case(b"sep=;\npro_id;price\n", Some(UnsupportedFormat::SeparatorLine))]
    #[case(b"pro_id,price\r1,2\r", Some(UnsupportedFormat::LoneReturns))]
    #[case(b"pro_id,price\r\n1,2\r\n", None)]
    #[case(b"\xEF\xBB\xBF\xEF\xBB\xBFpro_id,price\n", Some(UnsupportedFormat::TwoMarks))]
    #[case(b"\xFF\xFEp\0r\0", Some(UnsupportedFormat::Utf16))]
    #[case(b"p\0r\0o\0_\0i\0d\0", Some(UnsupportedFormat::Utf16))]
    #[case(b"pro_id,name\n1,Caf\xE9\n", Some(UnsupportedFormat::Legacy("windows-1252")))]
    #[case(b"", None)]
    fn format_is_recognized(#[case] bytes: &[u8], #[case] format: Option<UnsupportedFormat>) {
        assert_eq!(unsupported_format(&mut Cursor::new(bytes)).unwrap(), format);
    }

    /// Texts of a price list in the encodings that spreadsheets of the region write.
    #[rstest]
    #[case("windows-1252", "Pièce de fixation à visser, 3 mètres, qualité supérieure, câble déjà coupé")]
    #[case("windows-1252", "Größe für Türen, schräg, weiß, Schlüssel")]
    #[case("GBK", "白色内墙涂料，五公升，适用于室内墙面和天花板")]
    #[case("windows-874", "สีทาบ้านภายใน สีขาว ขนาดห้าลิตร สำหรับผนังและฝ้าเพดาน")]
    fn older_encoding_is_named_and_has_no_lao(#[case] name: &'static str, #[case] text: &str) {
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let table = format!("pro_id,name,price\n1,{text},58000\n2,{text},60000\n");
        let (bytes, _, is_lossy) = encoding.encode(&table);
        assert!(!is_lossy);
        let format = unsupported_format(&mut Cursor::new(&bytes)).unwrap().unwrap();
        assert_eq!(format, UnsupportedFormat::Legacy(name));
        assert!(
            format.sentence(false).contains("which has no Lao letters; save it as"),
            "{}",
            format.sentence(false)
        );
        assert!(encoding.encode("ສີຂາວ").2, "{name} has Lao");
    }

    #[test]
    fn character_between_two_parts_is_one_character() {
        let mut text = "x".repeat(HEAD - 1);
        text.push_str("ສີ,\n");
        assert_eq!(unsupported_format(&mut Cursor::new(text.as_bytes())).unwrap(), None);
    }
}
