//! Lao, Thai, English and product codes as words that can be compared.
//!
//! Lao is written without spaces and with several spellings of one word. Text is brought into one spelling
//! ([`canonical`]), without tones and look-alikes ([`fold`]), cut into syllables and words of a lexicon ([`Text`]), and
//! given keys that spelling variants, Thai and romanised Lao share ([`sound`], [`thai_to_lao`], [`roman_query`]).
//! Nothing here fails or panics, whatever the text; time is linear in its length.

mod canon;
mod english;
mod lexicon;
mod phonetic;
mod product_code;
mod roman;
mod script;
mod syllable;
mod thai;
mod word;

pub use canon::{MappedChar, canonical, canonical_letters, fold, fold_letters, with_marks};
pub use english::{is_stop_word, stem};
pub use lexicon::{is_word, segment};
pub use phonetic::{phonetic_key, phonetic_key_of};
pub use product_code::{Part, ProductCode, codes, is_unit};
pub use roman::{is_romanised, join, roman_query, roman_syllable, vowel_stripped_key};
pub use script::{Script, is_lao, is_thai, runs};
pub use syllable::syllables;
pub use thai::thai_to_lao;
pub use word::{AnalyzedText, Kind, LaoSegment, Token, TokenRole};

/// Changes whenever the same text gives other words or keys: an index made before has to be made again.
pub const VERSION: u32 = 3;
