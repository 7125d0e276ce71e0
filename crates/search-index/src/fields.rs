//! Fields of the search index.

use tantivy::{
    SegmentReader,
    columnar::Column,
    schema::{FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions},
};

use crate::Result;

/// Version of the index format. Increase it whenever the written fields change; together with
/// [`heuan_lao_text::VERSION`] it decides whether an index on disk can be used.
const FORMAT: u32 = 7;

/// Prefixes that separate the kinds of keys in one field.
pub(crate) mod term_prefix {
    /// Phonetic keys of one to three syllables.
    pub const SOUND: char = 's';
    /// Phonetic keys at the beginning of a name, and its first letters in Thai or Chinese.
    pub const HEAD: char = 'h';
    /// The head noun of an English name: `fan` in `ceiling fan`.
    pub const KIND: char = 'n';
    /// Romanized key at the beginning of a name.
    pub const ROMAN_HEAD: char = 'i';
    /// Neighboring parts of a code, and sides of a dimension.
    pub const CODE: char = 'c';
    /// Folded letters from the start of a syllable of Lao, or of a word of Thai or Chinese.
    pub const FOLDED: char = 'f';
    /// Prefixes of one to three letters of a syllable or a word.
    pub const EDGE: char = 'e';
    /// Romanized keys of one to three syllables.
    pub const ROMAN: char = 'r';
    /// Romanized keys with reduced vowels.
    pub const LOOSE: char = 'l';
    /// Narrow romanized keys of syllables, see [`heuan_lao_text::narrow_roman_syllable`].
    pub const NARROW: char = 'x';
    /// Phonetic keys of whole words of one syllable: `ຈົກ` is such a word, the end of `ກະຈົກ` is not.
    pub const WORD: char = 'w';
    /// Syllables with their tone marks.
    pub const TONE: char = 't';
    /// Number of the product, as the shop prints it.
    pub const PRODUCT: char = 'p';
}

#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub schema: Schema,
    pub pro_id: Field,
    /// Tokens of the Lao and the English name, with positions.
    pub name_la: Field,
    pub name_en: Field,
    /// Tokens of the brand.
    pub brand_words: Field,
    /// Tokens of descriptions.
    pub body: Field,
    /// Tokens of attributes.
    pub attributes: Field,
    /// Keys of the names; see [`term_prefix`].
    pub key: Field,
    /// Latin words of the names as written, unstemmed.
    pub surface: Field,
    /// Letter trigrams of the names' phonetic keys and of their romanized form.
    pub ngram: Field,
    pub shown_la: Field,
    pub shown_en: Field,
    pub brand: Field,
    pub columns: Columns<Field>,
}

/// Numeric fields of a product; -1 if absent.
#[derive(Clone, Debug)]
pub(crate) struct Columns<T> {
    pub cat_id: T,
    pub prog_id: T,
    pub price: T,
    pub original_price: T,
    pub stock: T,
    pub popularity: T,
    /// Key of the product's kind, 0 if unknown; see [`crate::index_terms::sort`].
    pub sort: T,
}

/// The columns of one segment.
pub(crate) type Reading = Columns<Column<i64>>;

impl Reading {
    pub fn of(segment: &SegmentReader) -> Result<Self> {
        let fast = segment.fast_fields();
        Ok(Self {
            cat_id: fast.i64("cat_id")?,
            prog_id: fast.i64("prog_id")?,
            price: fast.i64("price")?,
            original_price: fast.i64("original_price")?,
            stock: fast.i64("stock")?,
            popularity: fast.i64("popularity")?,
            sort: fast.i64("sort")?,
        })
    }
}

impl Fields {
    pub fn new() -> Self {
        let mut schema = Schema::builder();
        let words = |record, has_lengths| {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer("raw")
                .set_index_option(record)
                .set_fieldnorms(has_lengths);
            TextOptions::default().set_indexing_options(indexing)
        };
        let named = words(IndexRecordOption::WithFreqsAndPositions, true);
        let counted = words(IndexRecordOption::WithFreqs, true);
        let plain = words(IndexRecordOption::Basic, false);
        let brand = TextOptions::default().set_stored().set_fast("raw");
        Self {
            pro_id: schema.add_i64_field("pro_id", INDEXED | FAST),
            name_la: schema.add_text_field("name_la", named.clone()),
            name_en: schema.add_text_field("name_en", named),
            brand_words: schema.add_text_field("brand_words", counted.clone()),
            body: schema.add_text_field("body", counted.clone()),
            attributes: schema.add_text_field("attributes", counted),
            key: schema.add_text_field("key", plain.clone()),
            surface: schema.add_text_field("surface", plain.clone()),
            ngram: schema.add_text_field("gram", plain),
            shown_la: schema.add_text_field("shown_la", STORED),
            shown_en: schema.add_text_field("shown_en", STORED),
            brand: schema.add_text_field("brand", brand),
            columns: Columns {
                cat_id: schema.add_i64_field("cat_id", FAST),
                prog_id: schema.add_i64_field("prog_id", FAST),
                price: schema.add_i64_field("price", FAST),
                original_price: schema.add_i64_field("original_price", FAST),
                stock: schema.add_i64_field("stock", FAST),
                popularity: schema.add_i64_field("popularity", FAST),
                sort: schema.add_i64_field("sort", FAST),
            },
            schema: schema.build(),
        }
    }
}

/// Format string of an index written by this version of the program.
pub fn format() -> String {
    format!("{FORMAT}.{}", heuan_lao_text::VERSION)
}
