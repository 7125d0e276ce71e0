/// What the browser can show beyond WebP, which every browser in use shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Accepts {
    pub avif: bool,
}

impl Accepts {
    /// Reads the value of an `Accept` header. Only a literal `image/avif` counts: `*/*` promises nothing.
    pub fn from_header(accept: &str) -> Self {
        let avif = accept.split(',').any(|range| {
            let mut parts = range.split(';').map(str::trim);
            parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("image/avif"))
                && !parts.any(|parameter| {
                    let value = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
                    value.and_then(|value| value.parse::<f32>().ok()).is_some_and(|quality| quality <= 0.0)
                })
        });
        Self { avif }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_named_avif_with_weight_counts() {
        for (accept, avif) in [
            ("image/avif,image/webp,*/*;q=0.8", true),
            ("text/html, IMAGE/AVIF;q=0.5", true),
            ("image/avif;q=0, image/webp", false),
            ("image/avif; q=0.000", false),
            ("image/avifs", false),
            ("image/*,*/*", false),
            ("", false),
        ] {
            assert_eq!(Accepts::from_header(accept), Accepts { avif }, "{accept}");
        }
    }
}
