//! Frames of a WebP file, read before its decoder runs.
//!
//! The library reserves memory for the size in the frame header, and compares it with the size of the image only after
//! decoding the frame: an image of 100 × 100 may contain a frame of 16,383 × 16,383.

use crate::MediaError;

const CHUNK_HEAD: usize = 8;
/// Bytes of the file header: `RIFF`, a length, `WEBP`.
const FILE_HEAD: usize = 12;
/// Bytes of the header of an animation frame: position, size, duration and flags.
const FRAME_HEAD: usize = 16;

type Size = (u32, u32);

/// Encoding of the frames, which determines the decoder's memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WebpFrames {
    pub is_animated: bool,
    pub is_lossless: bool,
    pub has_alpha: bool,
}

impl WebpFrames {
    /// Reads the chunks of a WebP file. Frames of another size than the image are refused.
    pub fn read(bytes: &[u8]) -> Result<Self, MediaError> {
        let first = Chunk::at(bytes, FILE_HEAD).ok_or_else(|| wrong("it has no frame"))?;
        match &first.kind {
            b"VP8 " => Ok(Self::default()),
            b"VP8L" => {
                let has_alpha = first.body.get(4).is_some_and(|bits| bits & 0x10 != 0);
                Ok(Self { is_lossless: true, has_alpha, ..Self::default() })
            }
            b"VP8X" => Self::extended(bytes, &first),
            _ => Err(wrong("it does not begin with a frame")),
        }
    }

    /// Maximum bytes that decoding the first frame takes in addition to the returned pixels.
    ///
    /// Lossy pixels are stored as one and a half bytes each; their alpha is decoded as four and stored as one. Lossless
    /// pixels are decoded as four bytes, in place if there is alpha, with up to one byte for transform data. An
    /// animation has a canvas in addition to its frame.
    pub fn scratch(self, width: u32, height: u32) -> u64 {
        let each = match self {
            Self { is_animated: true, .. } => 8,
            Self { is_lossless: true, has_alpha: true, .. } => 1,
            Self { is_lossless: true, .. } => 5,
            Self { has_alpha: true, .. } => 8,
            _ => 2,
        };
        each * u64::from(width) * u64::from(height)
    }

    /// Walks the chunks as the decoder does: to the end of the file, or ten bytes beyond.
    fn extended(bytes: &[u8], first: &Chunk<'_>) -> Result<Self, MediaError> {
        let canvas = first.body.get(4..10).ok_or_else(|| wrong("the header is truncated"))?;
        let canvas = (number(&canvas[..3]) + 1, number(&canvas[3..]) + 1);
        let riff = bytes.get(4..8).map_or(0, number) as usize;
        let mut frames = Self { has_alpha: first.body[0] & 0x10 != 0, ..Self::default() };
        let mut at = first.end;
        let end = first.end.saturating_add(riff.saturating_sub(FILE_HEAD));
        while at < end {
            let Some(chunk) = Chunk::at(bytes, at) else { break };
            if chunk.kind == *b"ANMF" {
                frames.is_animated = true;
                frames.animated(&chunk)?;
            } else {
                frames.take(&chunk, canvas)?;
            }
            at = chunk.end;
        }
        Ok(frames)
    }

    /// Reads an animation frame: optional alpha, then pixels.
    fn animated(&mut self, frame: &Chunk<'_>) -> Result<(), MediaError> {
        let size = frame.body.get(6..12).ok_or_else(|| wrong("a frame is truncated"))?;
        let size = (number(&size[..3]) + 1, number(&size[3..]) + 1);
        let mut at = FRAME_HEAD;
        let mut pixels_follow = false;
        while let Some(chunk) = Chunk::at(frame.body, at) {
            // After alpha, any chunk is decoded as lossy pixels, whatever its name.
            if pixels_follow && chunk.kind != *b"VP8 " {
                return Err(wrong("a frame has no pixels after its alpha"));
            }
            pixels_follow = chunk.kind == *b"ALPH";
            self.take(&chunk, size)?;
            at = chunk.end;
        }
        Ok(())
    }

    fn take(&mut self, chunk: &Chunk<'_>, wanted: Size) -> Result<(), MediaError> {
        let size = match &chunk.kind {
            b"VP8 " => lossy(chunk.body),
            b"VP8L" => {
                self.is_lossless = true;
                lossless(chunk.body)
            }
            _ => return Ok(()),
        };
        let size = size.ok_or_else(|| wrong("a frame is truncated"))?;
        if size == wanted { Ok(()) } else { Err(wrong("the size of a frame differs from that of the image")) }
    }
}

struct Chunk<'a> {
    kind: [u8; 4],
    /// The available part of its body.
    body: &'a [u8],
    /// Offset of the next chunk.
    end: usize,
}

impl<'a> Chunk<'a> {
    fn at(bytes: &'a [u8], at: usize) -> Option<Self> {
        let head = bytes.get(at..at.checked_add(CHUNK_HEAD)?)?;
        let length = number(&head[4..]) as usize;
        let start = at + CHUNK_HEAD;
        let body = &bytes[start..start.saturating_add(length).min(bytes.len())];
        Some(Self { kind: *head.first_chunk()?, body, end: start.saturating_add(length.next_multiple_of(2)) })
    }
}

/// The size in a key frame: three bytes of flags, three of signature, then width and height in 14 bits each.
fn lossy(body: &[u8]) -> Option<Size> {
    let &[_, _, _, 0x9D, 0x01, 0x2A, wide, wider, high, higher] = body.first_chunk()? else { return None };
    let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    Some((side(wide, wider), side(high, higher)))
}

/// The size of a lossless frame: a signature, then width and height in 14 bits each, minus one.
fn lossless(body: &[u8]) -> Option<Size> {
    let &[0x2F, bits @ ..] = body.first_chunk::<5>()? else { return None };
    let bits = u32::from_le_bytes(bits);
    Some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
}

fn number(little_endian: &[u8]) -> u32 {
    little_endian.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn wrong(why: &str) -> MediaError {
    MediaError::Unreadable(why.to_owned())
}
