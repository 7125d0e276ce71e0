//! What is written of a product, and under which names.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions,
};

/// Changes whenever what is written changes; together with [`heuan_lao_text::VERSION`] it says whether an index that
/// lies on disk can be used.
const FORMAT: u32 = 2;

/// The marks of keys, which share one field.
pub(crate) mod term_prefix {
    /// Sound of one to three syllables.
    pub const SOUND: char = 's';
    /// The same at the beginning of a name.
    pub const HEAD: char = 'h';
    /// A word that says in an English name what the thing is.
    pub const KIND: char = 'n';
    /// Romanised at the beginning of a name.
    pub const ROMAN_HEAD: char = 'i';
    /// Neighbours of a code, and sides of a dimension.
    pub const CODE: char = 'c';
    /// Folded letters from a syllable's beginning on.
    pub const FOLDED: char = 'f';
    /// The first one to three letters of a syllable or a word.
    pub const EDGE: char = 'e';
    /// Romanised, one to three syllables.
    pub const ROMAN: char = 'r';
    /// The same with few vowels.
    pub const LOOSE: char = 'l';
}

#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub schema: Schema,
    pub pro_id: Field,
    /// Words of the Lao and the English name, with positions.
    pub name_la: Field,
    pub name_en: Field,
    /// Words of the brand.
    pub brand_words: Field,
    /// Words of descriptions.
    pub body: Field,
    /// Words of attributes.
    pub attributes: Field,
    /// Keys of the names; see [`mark`].
    pub key: Field,
    /// Latin words of the names as they are written, with their endings.
    pub surface: Field,
    /// Letter triples of the names' sounds, and of their romanised form.
    pub ngram: Field,
    pub shown_la: Field,
    pub shown_en: Field,
    pub brand: Field,
    pub columns: Columns<Field>,
}

/// Numbers of a product, -1 where there is none.
#[derive(Clone, Debug)]
pub(crate) struct Columns<T> {
    pub cat_id: T,
    pub prog_id: T,
    pub price: T,
    pub original_price: T,
    pub stock: T,
    pub popularity: T,
    /// What things of one sort share, 0 where it is not known; see [`crate::keys::sort`].
    pub sort: T,
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
            surface: schema.add_text_field("form", plain.clone()),
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

/// The format of an index as written by this program.
pub fn format() -> String {
    format!("{FORMAT}.{}", heuan_lao_text::VERSION)
}
