//! Negotiation of content encodings, and compression of bodies.

use std::io::Write as _;

use bytes::Bytes;

/// Content encodings in order of preference. Brotli comes first, because it yields the smallest bodies, and
/// each body is compressed only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Zstd,
    Gzip,
    Identity,
}

/// Minimum bytes of a compressed body. Smaller bodies are not compressed, because the headers outweigh the
/// gain.
pub const MIN_BYTES: usize = 1024;

impl Encoding {
    const COMPRESSED: [Self; 3] = [Self::Brotli, Self::Zstd, Self::Gzip];

    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// Returns the file extension of compressed assets of the build.
    pub fn file_end(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Zstd => ".zst",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }

    /// Returns the best encoding that `Accept-Encoding` allows, or identity.
    pub fn negotiate(accept: Option<&str>) -> Self {
        let Some(accept) = accept.filter(|accept| !accept.is_empty()) else { return Self::Identity };
        let mut weights = [None; 3];
        let mut others = None;
        for item in accept.split(',') {
            let mut parts = item.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let weight = parts.find_map(weight).unwrap_or(1000);
            match Self::COMPRESSED.iter().position(|encoding| encoding.name().eq_ignore_ascii_case(name)) {
                Some(index) => weights[index] = Some(weight),
                None if name == "*" => others = Some(weight),
                None => {}
            }
        }
        let weight = |index: usize| weights[index].or(others).unwrap_or(0);
        // `max_by_key` returns the last of equals, which is the preferred one in reverse order.
        let best = (0..Self::COMPRESSED.len()).rev().max_by_key(|index| weight(*index)).unwrap_or_default();
        if weight(best) > 0 { Self::COMPRESSED[best] } else { Self::Identity }
    }

    /// Returns the compressed bytes, or `None` if they are not smaller.
    pub fn compress(self, bytes: &[u8]) -> Option<Bytes> {
        let mut compressed = Vec::with_capacity(bytes.len() / 3);
        match self {
            Self::Identity => return None,
            Self::Brotli => {
                let params = brotli::enc::BrotliEncoderParams {
                    quality: 5,
                    size_hint: bytes.len(),
                    ..brotli::enc::BrotliEncoderParams::default()
                };
                brotli::BrotliCompress(&mut &*bytes, &mut compressed, &params).ok()?;
            }
            Self::Zstd => compressed = zstd::bulk::compress(bytes, 6).ok()?,
            Self::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(compressed, flate2::Compression::new(6));
                encoder.write_all(bytes).ok()?;
                compressed = encoder.finish().ok()?;
            }
        }
        (compressed.len() < bytes.len()).then(|| compressed.into())
    }
}

/// Parses `q=0.5` as thousandths.
fn weight(parameter: &str) -> Option<u16> {
    let value = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="))?;
    let value: f32 = value.parse().ok()?;
    Some((value.clamp(0.0, 1.0) * 1000.0) as u16)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::a_browser("gzip, deflate, br, zstd", Encoding::Brotli)]
    #[case::without_brotli("gzip, deflate, zstd", Encoding::Zstd)]
    #[case::an_old_one("gzip;q=1.0, identity;q=0.5", Encoding::Gzip)]
    #[case::it_prefers("br;q=0.5, gzip;q=0.8", Encoding::Gzip)]
    #[case::it_refuses("br;q=0, gzip", Encoding::Gzip)]
    #[case::anything("*", Encoding::Brotli)]
    #[case::anything_but("br;q=0, *;q=0.1", Encoding::Zstd)]
    #[case::nothing_we_have("deflate, compress", Encoding::Identity)]
    #[case::nothing_at_all("identity;q=0, *;q=0", Encoding::Identity)]
    #[case::empty("", Encoding::Identity)]
    fn encoding_follows_accept_encoding(#[case] accept: &str, #[case] expected: Encoding) {
        assert_eq!(Encoding::negotiate(Some(accept)), expected);
    }

    #[test]
    fn compressed_body_round_trips() {
        use std::io::Read as _;
        let text = "ຊີມັງປອດແລນ 50 ກິໂລ ".repeat(200).into_bytes();
        let mut back = Vec::new();
        let compressed = Encoding::Brotli.compress(&text).unwrap();
        brotli::BrotliDecompress(&mut &*compressed, &mut back).unwrap();
        assert_eq!(back, text);

        let compressed = Encoding::Zstd.compress(&text).unwrap();
        assert_eq!(zstd::bulk::decompress(&compressed, text.len()).unwrap(), text);

        back.clear();
        let compressed = Encoding::Gzip.compress(&text).unwrap();
        flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut back).unwrap();
        assert_eq!(back, text);
    }

    proptest! {
        #[test]
        fn any_header_is_parsed_without_panic(accept in "[ -~]{0,80}") {
            Encoding::negotiate(Some(&accept));
        }
    }
}
