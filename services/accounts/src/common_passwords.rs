//! Password blocklist: common passwords, repeated blocks such as `abcabcabc`, and sequences such as `12345678`.

use std::sync::LazyLock;

/// Passwords that are tried first, in lower case and in byte order; 8 characters or more.
const LIST: &str = include_str!("common_passwords.txt");

static SORTED: LazyLock<Vec<&'static str>> = LazyLock::new(|| LIST.lines().collect());

/// Longest block whose repetition is a common password: `abcabcabc`.
const MAX_BLOCK: usize = 3;

/// Whether `password` is on the list of common passwords in any letter case, repeats a block of one to three characters, or
/// counts up or down.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    SORTED.binary_search(&lower.as_str()).is_ok() || is_repetition(&lower) || is_sequence(&lower)
}

fn is_repetition(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    (1..=MAX_BLOCK).any(|block| {
        letters.len() > block && letters.iter().zip(&letters[block..]).all(|(one, next)| one == next)
    })
}

/// Each character follows the one before it, as in `abcdefgh`, `87654321` and `7890123456`.
fn is_sequence(text: &str) -> bool {
    let codes: Vec<i64> = text.chars().map(|letter| i64::from(u32::from(letter))).collect();
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let follows = |step: i64| {
        codes.windows(2).all(|pair| {
            let difference = pair[1] - pair[0];
            difference == step || (is_digits && difference == -9 * step)
        })
    };
    codes.len() > 1 && (follows(1) || follows(-1))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn list_is_sorted_and_in_lower_case() {
        assert!(SORTED.len() >= 3000 && SORTED.is_sorted(), "{}", SORTED.len());
        for password in SORTED.iter() {
            assert_eq!(*password, password.to_lowercase());
            assert!(password.chars().count() >= 8, "{password}");
        }
    }

    #[rstest]
    #[case("password", true)]
    #[case("PassWord", true)]
    #[case("12345678", true)]
    #[case("qwertyuiop", true)]
    #[case("aaaaaaaaaaaa", true)]
    #[case("        ", true)]
    #[case("abcabcabcabc", true)]
    #[case("ກກກກກກກກ", true)]
    #[case("567890123456", true)]
    #[case("zyxwvutsrq", true)]
    #[case("ABCDEFGHIJ", true)]
    #[case("correct horse", false)]
    #[case("020 5512 3457", false)]
    #[case("ລະຫັດລັບຂອງຂ້ອຍ", false)]
    #[case("abcdabcdefgh", false)]
    fn common_passwords_are_found(#[case] password: &str, #[case] expected: bool) {
        assert_eq!(is_common(password), expected);
    }
}
