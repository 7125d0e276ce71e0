//! Syntax check of image and document paths: no `..`, hidden files, backslashes or control characters, and an
//! allowed extension. It runs before any file is opened.

use std::fmt;

/// Maximum length of a stored image path, in bytes; also the maximum file name length of common file systems.
pub const MAX_PATH_BYTES: usize = 255;

/// Allowed extensions of a stored image, in lower case. The content is checked separately.
pub const ALLOWED_EXTENSIONS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// Allowed extensions of a stored document.
pub const DOCUMENT_EXTENSIONS: [&str; 1] = ["pdf"];

/// The rule that a path breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathFault {
    Empty,
    TooLong,
    Absolute,
    Backslash,
    ControlCharacter,
    /// `a//b`, or a trailing slash.
    EmptySegment,
    /// A `..` segment.
    Escapes,
    /// A segment that begins with a dot: `.`, `.git`.
    Hidden,
    Extension,
    DocumentExtension,
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the path is empty",
            Self::TooLong => "the path is longer than 255 bytes",
            Self::Absolute => "the path must be relative to media/",
            Self::Backslash => "use forward slashes",
            Self::ControlCharacter => "the path has a control character",
            Self::EmptySegment => "the path has an empty segment",
            Self::Escapes => "the path leaves media/",
            Self::Hidden => "names that begin with a dot are not served",
            Self::Extension => "the name must end in .png, .jpg, .jpeg, .webp or .gif",
            Self::DocumentExtension => "the name must end in .pdf",
        })
    }
}

impl std::error::Error for PathFault {}

/// Checks the text of a stored image path such as `products/101002.webp`.
///
/// Symbolic links are checked by [`crate::MediaRoot::resolve`]. The path must already be percent-decoded: a `%` is an
/// ordinary character here.
pub fn check_path(path: &str) -> Result<(), PathFault> {
    check_segments(path)?;
    if has_extension(path, &ALLOWED_EXTENSIONS) { Ok(()) } else { Err(PathFault::Extension) }
}

/// Checks the text of a stored document path such as `documents/report.pdf`.
pub fn check_document_path(path: &str) -> Result<(), PathFault> {
    check_segments(path)?;
    if is_document(path) { Ok(()) } else { Err(PathFault::DocumentExtension) }
}

/// Whether a path names a document rather than an image.
#[must_use]
pub fn is_document(path: &str) -> bool {
    has_extension(path, &DOCUMENT_EXTENSIONS)
}

fn has_extension(path: &str, allowed: &[&str]) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| allowed.contains(&extension.as_str()))
}

pub(crate) fn check_segments(path: &str) -> Result<(), PathFault> {
    if path.is_empty() {
        return Err(PathFault::Empty);
    }
    if path.len() > MAX_PATH_BYTES {
        return Err(PathFault::TooLong);
    }
    if path.chars().any(char::is_control) {
        return Err(PathFault::ControlCharacter);
    }
    if path.contains('\\') {
        return Err(PathFault::Backslash);
    }
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.starts_with('/') || drive {
        return Err(PathFault::Absolute);
    }
    for segment in path.split('/') {
        match segment {
            "" => return Err(PathFault::EmptySegment),
            ".." => return Err(PathFault::Escapes),
            _ if segment.starts_with('.') => return Err(PathFault::Hidden),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_path_passes() {
        for path in ["1.webp", "products/101002.webp", "ຮູບ/ສີ ແດງ.JPG", "a/b/c/d.jpeg", "10%.png"]
        {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
    }

    #[test]
    fn document_and_image_paths_are_distinguished() {
        assert_eq!(check_document_path("documents/ບົດລາຍງານ 2025.PDF"), Ok(()));
        for (path, fault) in [
            ("a.png", PathFault::DocumentExtension),
            ("a.pdf.html", PathFault::DocumentExtension),
            ("../a.pdf", PathFault::Escapes),
            ("/etc/a.pdf", PathFault::Absolute),
            (".a.pdf", PathFault::Hidden),
        ] {
            assert_eq!(check_document_path(path), Err(fault), "{path:?}");
        }
        assert_eq!(check_path("documents/a.pdf"), Err(PathFault::Extension));
    }

    #[test]
    fn unsafe_path_is_refused_with_its_fault() {
        let long = format!("{}.webp", "a".repeat(251));
        for (path, fault) in [
            ("", PathFault::Empty),
            (long.as_str(), PathFault::TooLong),
            ("/etc/passwd.png", PathFault::Absolute),
            ("//host/a.png", PathFault::Absolute),
            ("C:/a.png", PathFault::Absolute),
            ("..\\a.png", PathFault::Backslash),
            ("a\0.png", PathFault::ControlCharacter),
            ("a\n.png", PathFault::ControlCharacter),
            ("a\u{85}.png", PathFault::ControlCharacter),
            ("a//b.png", PathFault::EmptySegment),
            ("../a.png", PathFault::Escapes),
            ("a/../../b.png", PathFault::Escapes),
            ("./a.png", PathFault::Hidden),
            (".git/a.png", PathFault::Hidden),
            ("a/.png", PathFault::Hidden),
            ("a/.../b.png", PathFault::Hidden),
            ("a.svg", PathFault::Extension),
            ("a.png/", PathFault::EmptySegment),
            ("png", PathFault::Extension),
            ("a.png/b", PathFault::Extension),
        ] {
            assert_eq!(check_path(path), Err(fault), "{path:?}");
        }
    }
}
