//! Indexed product: conversion of names, descriptions and attributes to the terms and columns of a tantivy document.

use std::collections::BTreeSet;

use heuan_lao_text::{AnalyzedText, TokenRole, is_stop_word};
use tantivy::{
    TantivyDocument,
    schema::Field,
    tokenizer::{PreTokenizedString, Token},
};

use crate::{
    fields::Fields,
    index_terms::{forms, grams, index_terms, kinds, product_key, sort, tone_keys},
};

/// Maximum bytes indexed of a product's descriptions, and of its attributes.
const MAX_BODY_BYTES: usize = 20_000;
/// Maximum bytes indexed of a name.
const MAX_NAME_BYTES: usize = 1_000;

/// The searchable fields of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Product {
    pub pro_id: i64,
    pub cat_id: i64,
    pub prog_id: i64,
    pub name_la: String,
    pub name_en: String,
    pub brand: String,
    /// Descriptions.
    pub body: String,
    /// Material, color and other attributes.
    pub attributes: String,
    /// Price in kip.
    pub price: Option<i64>,
    pub original_price: Option<i64>,
    pub stock: Option<i64>,
    pub popularity: i64,
}

impl Product {
    pub(crate) fn document(&self, fields: &Fields) -> TantivyDocument {
        let mut out = TantivyDocument::default();
        out.add_i64(fields.pro_id, self.pro_id);
        let (la, en) = (
            AnalyzedText::of(head(&self.name_la, MAX_NAME_BYTES)),
            AnalyzedText::of(head(&self.name_en, MAX_NAME_BYTES)),
        );
        out.add_pre_tokenized_text(fields.name_la, words(&la));
        out.add_pre_tokenized_text(fields.name_en, words(&en));
        out.add_pre_tokenized_text(
            fields.brand_words,
            words(&AnalyzedText::of(head(&self.brand, MAX_NAME_BYTES))),
        );
        out.add_pre_tokenized_text(fields.body, words(&AnalyzedText::of(head(&self.body, MAX_BODY_BYTES))));
        out.add_pre_tokenized_text(
            fields.attributes,
            words(&AnalyzedText::of(head(&self.attributes, MAX_BODY_BYTES))),
        );
        let kinds = kinds(head(&self.name_en, MAX_NAME_BYTES), &en);
        let tones = tone_keys(head(&self.name_la, MAX_NAME_BYTES), &la);
        out.add_pre_tokenized_text(
            fields.key,
            tokens(
                index_terms(&la)
                    .into_iter()
                    .chain(index_terms(&en))
                    .chain(kinds)
                    .chain(tones)
                    .chain([product_key(self.pro_id)]),
            ),
        );
        let forms: BTreeSet<String> = forms(&la).chain(forms(&en)).collect();
        out.add_pre_tokenized_text(fields.surface, tokens(forms));
        out.add_pre_tokenized_text(fields.ngram, tokens(grams(&la)));
        out.add_text(fields.shown_la, &self.name_la);
        out.add_text(fields.shown_en, &self.name_en);
        out.add_text(fields.brand, &self.brand);
        let columns = &fields.columns;
        let mut column = |field: Field, value: i64| out.add_i64(field, value);
        column(columns.cat_id, self.cat_id);
        column(columns.prog_id, self.prog_id);
        column(columns.price, self.price.unwrap_or(-1));
        column(columns.original_price, self.original_price.unwrap_or(-1));
        column(columns.stock, self.stock.unwrap_or(-1));
        column(columns.popularity, self.popularity);
        column(columns.sort, sort(self.prog_id, &la));
        out
    }
}

/// The longest prefix of at most `limit` bytes that ends at a character boundary.
pub(crate) fn head(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}

fn words(text: &AnalyzedText) -> PreTokenizedString {
    // Pairs and sides are indexed as keys. As words they would inflate the length of a name with numbers.
    let is_written = |it: &heuan_lao_text::Token| {
        matches!(it.role, TokenRole::Unit | TokenRole::Compound) && !is_stop_word(&it.text)
    };
    let words = text.words().into_iter().filter(is_written);
    let tokens = words.map(|it| token(it.text, it.place as usize)).collect();
    PreTokenizedString { text: String::new(), tokens }
}

fn tokens(texts: impl IntoIterator<Item = String>) -> PreTokenizedString {
    let tokens = texts.into_iter().enumerate().map(|(at, text)| token(text, at)).collect();
    PreTokenizedString { text: String::new(), tokens }
}

/// Maximum token length; longer ones are truncated.
const MAX_TOKEN_BYTES: usize = 200;

fn token(mut text: String, position: usize) -> Token {
    text.truncate(text.floor_char_boundary(MAX_TOKEN_BYTES));
    Token { text, position, position_length: 1, offset_from: 0, offset_to: 0 }
}
