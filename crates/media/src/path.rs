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
pub enum PathError {
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

impl fmt::Display for PathError {
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

impl std::error::Error for PathError {}

/// Checks the text of a stored image path such as `products/101002.webp`.
///
/// Symbolic links are checked by [`crate::MediaRoot::resolve`]. The path must already be percent-decoded: a `%` is an
/// ordinary character here.
pub fn check_path(path: &str) -> Result<(), PathError> {
    check_segments(path)?;
    if has_extension(path, &ALLOWED_EXTENSIONS) { Ok(()) } else { Err(PathError::Extension) }
}

/// Checks the text of a stored document path such as `documents/report.pdf`.
pub fn check_document_path(path: &str) -> Result<(), PathError> {
    check_segments(path)?;
    if is_document(path) { Ok(()) } else { Err(PathError::DocumentExtension) }
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

pub(crate) fn check_segments(path: &str) -> Result<(), PathError> {
    if path.is_empty() {
        return Err(PathError::Empty);
    }
    if path.len() > MAX_PATH_BYTES {
        return Err(PathError::TooLong);
    }
    if path.chars().any(char::is_control) {
        return Err(PathError::ControlCharacter);
    }
    if path.contains('\\') {
        return Err(PathError::Backslash);
    }
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.starts_with('/') || drive {
        return Err(PathError::Absolute);
    }
    for segment in path.split('/') {
        match segment {
            "" => return Err(PathError::EmptySegment),
            ".." => return Err(PathError::Escapes),
            _ if segment.starts_with('.') => return Err(PathError::Hidden),
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
        for (path, error) in [
            ("a.png", PathError::DocumentExtension),
            ("a.pdf.html", PathError::DocumentExtension),
            ("../a.pdf", PathError::Escapes),
            ("/etc/a.pdf", PathError::Absolute),
            (".a.pdf", PathError::Hidden),
        ] {
            assert_eq!(check_document_path(path), Err(error), "{path:?}");
        }
        assert_eq!(check_path("documents/a.pdf"), Err(PathError::Extension));
    }

    #[test]
    fn unsafe_path_is_refused_with_its_fault() {
        let long = format!("{}.webp", "a".repeat(251));
        for (path, error) in [
            ("", PathError::Empty),
            (long.as_str(), PathError::TooLong),
            ("/etc/passwd.png", PathError::Absolute),
            ("//host/a.png", PathError::Absolute),
            ("C:/a.png", PathError::Absolute),
            ("..\\a.png", PathError::Backslash),
            ("a\0.png", PathError::ControlCharacter),
            ("a\n.png", PathError::ControlCharacter),
            ("a\u{85}.png", PathError::ControlCharacter),
            ("a//b.png", PathError::EmptySegment),
            ("../a.png", PathError::Escapes),
            ("a/../../b.png", PathError::Escapes),
            ("./a.png", PathError::Hidden),
            (".git/a.png", PathError::Hidden),
            ("a/.png", PathError::Hidden),
            ("a/.../b.png", PathError::Hidden),
            ("a.svg", PathError::Extension),
            ("a.png/", PathError::EmptySegment),
            ("png", PathError::Extension),
            ("a.png/b", PathError::Extension),
        ] {
            assert_eq!(check_path(path), Err(error), "{path:?}");
        }
    }
}
