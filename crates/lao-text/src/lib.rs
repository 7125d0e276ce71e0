//! Lao, Thai, English and product codes as words that can be compared.
//!
//! Lao is written without spaces and with several spellings of one word. Text is brought into one spelling
//! ([`canonical`]), without tones and look-alikes ([`fold`]), cut into syllables and words of a lexicon ([`Text`]), and
//! given keys that spelling variants, Thai and romanised Lao share ([`sound`], [`thai_to_lao`], [`roman_query`]).
//! Nothing here fails or panics, whatever the text; time is linear in its length.

mod canon;
mod code;
mod english;
mod lexicon;
mod roman;
mod script;
mod sound;
mod syllable;
mod thai;
mod word;

pub use canon::{Letter, canonical, canonical_letters, fold, fold_letters, with_marks};
pub use code::{Code, Part, codes, is_unit};
pub use english::{is_stop_word, stem};
pub use lexicon::{is_word, segment};
pub use roman::{is_romanised, join, loose, roman_query, roman_syllable};
pub use script::{Script, is_lao, is_thai, runs};
pub use sound::{sound, sound_of};
pub use syllable::syllables;
pub use thai::thai_to_lao;
pub use word::{Kind, LaoRun, Role, Text, Word};

/// Changes whenever the same text gives other words or keys: an index made before has to be made again.
pub const VERSION: u32 = 3;
