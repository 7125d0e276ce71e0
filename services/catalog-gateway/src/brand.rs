//! Brands and their slugs.

use crate::collection;

/// The slug of a brand: letters and digits of any script in lower case, all other characters replaced by a hyphen. A
/// brand whose slug equals a built-in collection gets a suffix, because `/by-new` would be ambiguous otherwise. The
/// frontend's
/// `brand-slug.ts` computes the same slugs.
pub fn brand_slug(brand: &str) -> String {
    let mut slug = String::with_capacity(brand.len());
    for letter in brand.chars().flat_map(char::to_lowercase) {
        // Lao vowel signs and tone marks are not alphanumeric, but part of a word.
        if letter.is_alphanumeric() || ('\u{0e80}'..='\u{0eff}').contains(&letter) {
            slug.push(letter);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_matches('-');
    if collection::is_builtin(slug) { format!("{slug}-brand") } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Hinphet", "hinphet")]
    #[case("  Black & Decker ", "black-decker")]
    #[case("ເຮືອນດີ", "ເຮືອນດີ")]
    #[case("---", "")]
    #[case("New!", "new-brand")]
    #[case("new-brand", "new-brand")]
    #[case("Popular", "popular-brand")]
    #[case("New Life", "new-life")]
    fn brand_slug_is_one_word(#[case] brand: &str, #[case] slug: &str) {
        assert_eq!(brand_slug(brand), slug);
    }
}
