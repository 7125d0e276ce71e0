//! Tokenizer for Lao, Thai, English and product codes.
//!
//! Lao is written without spaces and with several spellings of one word. Text is normalized ([`canonical`]), stripped
//! of tones and look-alikes ([`fold`]), segmented into syllables and lexicon words ([`AnalyzedText`]), and given keys
//! that spelling variants, Thai and romanized Lao share ([`phonetic_key`], [`thai_to_lao`], [`roman_query`]). No
//! function fails or panics on any text; time is linear in its length.

mod canon;
mod cluster;
mod english;
mod lexicon;
mod mapped_char;
mod measure;
mod narrow_roman;
mod phonetic;
mod product_code;
mod roman;
mod script;
mod syllable;
mod thai;
mod word;

pub use canon::{canonical, canonical_letters, fold, fold_letters, spellings, with_marks};
pub use cluster::cluster_borders;
pub use english::{is_stop_word, stem};
pub use lexicon::{is_word, segment, segment_word};
pub use mapped_char::MappedChar;
pub use measure::{as_section, is_gauge_word, units_beginning};
pub use narrow_roman::{narrow_roman_query, narrow_roman_syllable};
pub use phonetic::{phonetic_key, phonetic_key_of};
pub use product_code::{Part, ProductCode, codes};
pub use roman::{is_romanized, join, roman_query, roman_syllable, vowel_stripped_key};
pub use script::{Script, is_lao, is_thai, runs};
pub use syllable::syllables;
pub use thai::{thai_as_spoken, thai_to_lao, thai_to_lao_letters};
pub use word::{AnalyzedText, Kind, LaoSegment, Token, TokenRole};

/// Version of the analysis. It increases whenever the same text yields other words or keys, because existing indexes
/// must then be rebuilt.
pub const VERSION: u32 = 7;
