//! Index-wide statistics: document frequencies and lengths of fields.

use std::cell::OnceCell;

use tantivy::{DocId, Searcher, SegmentReader, Term, fieldnorm::FieldNormReader, schema::Field};

use crate::{fields::Fields, rank};

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum FieldGroup {
    Name,
    Brand,
    Body,
    Attributes,
}

impl FieldGroup {
    /// Whether the field names the product. Descriptions also mention things that it is used with.
    pub(crate) fn is_named(self) -> bool {
        matches!(self, Self::Name | Self::Brand)
    }
}

pub(crate) fn words(fields: &Fields) -> [(Field, FieldGroup); 5] {
    [
        (fields.name_la, FieldGroup::Name),
        (fields.name_en, FieldGroup::Name),
        (fields.brand_words, FieldGroup::Brand),
        (fields.body, FieldGroup::Body),
        (fields.attributes, FieldGroup::Attributes),
    ]
}

/// BM25 length normalization by the length of a field as a segment stores it, in one byte.
type Norms = [f32; 256];

pub(crate) struct Statistics<'a> {
    searcher: &'a Searcher,
    documents: f32,
    average: [f32; 5],
    /// Norms of the fields of [`words`], and of the Lao name for keys.
    norms: [OnceCell<Norms>; 5],
    key_norms: OnceCell<Norms>,
}

impl<'a> Statistics<'a> {
    pub fn of(searcher: &'a Searcher, fields: &Fields) -> Self {
        let documents = searcher.num_docs().max(1) as f32;
        let average = words(fields).map(|(field, _)| {
            let readers = searcher.segment_readers().iter();
            let tokens: u64 =
                readers.filter_map(|it| Some(it.inverted_index(field).ok()?.total_num_tokens())).sum();
            (tokens as f32 / documents).max(1.0)
        });
        Self { searcher, documents, average, norms: Default::default(), key_norms: OnceCell::new() }
    }

    /// The number of products that contain a word or key.
    pub fn frequency(&self, field: Field, text: &str) -> u64 {
        self.searcher.doc_freq(&Term::from_field_text(field, text)).unwrap_or(0)
    }

    pub(crate) fn idf(&self, field: Field, text: &str) -> f32 {
        let with = self.frequency(field, text) as f32;
        (1.0 + (self.documents - with + 0.5).max(0.0) / (with + 0.5)).ln()
    }

    /// The saturation of words in the field at `at` of [`words`].
    pub(crate) fn of_words(
        &self,
        segment: &SegmentReader,
        at: usize,
        field: Field,
        place: FieldGroup,
    ) -> tantivy::Result<Saturation<'_>> {
        let dilution = if place == FieldGroup::Body { rank::BODY_B } else { rank::B };
        let norms = self.norms[at].get_or_init(|| norms(self.average[at], dilution));
        Ok(Saturation { lengths: segment.get_fieldnorms_reader(field)?, norms })
    }

    /// The saturation of keys, which count as a word of the Lao name.
    pub(crate) fn of_keys(
        &self,
        segment: &SegmentReader,
        fields: &Fields,
    ) -> tantivy::Result<Saturation<'_>> {
        let norms = self.key_norms.get_or_init(|| norms(self.average[0], rank::KEY_B));
        Ok(Saturation { lengths: segment.get_fieldnorms_reader(fields.name_la)?, norms })
    }
}

fn norms(average: f32, dilution: f32) -> Norms {
    std::array::from_fn(|id| {
        let length = FieldNormReader::id_to_fieldnorm(id as u8) as f32 / average;
        rank::K1 * (1.0 - dilution + dilution * length)
    })
}

/// BM25 term-frequency saturation with length normalization, in one field of a segment.
pub(crate) struct Saturation<'a> {
    lengths: FieldNormReader,
    norms: &'a Norms,
}

impl Saturation<'_> {
    pub(crate) fn of(&self, doc: DocId, times: u32) -> f32 {
        let times = times as f32;
        times * (rank::K1 + 1.0) / (times + self.norms[usize::from(self.lengths.fieldnorm_id(doc))])
    }
}
