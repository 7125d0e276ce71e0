//! JSON types of search results: products with highlighted ranges, facets, suggestions and popular searches.

#![allow(clippy::struct_field_names, reason = "the names are the specification's")]

use std::collections::HashMap;

use heuan_proto::{catalog::v1 as catalog, search::v1 as proto};
use serde::Serialize;
use utoipa::ToSchema;

use super::spans;
use crate::{facet::Facets, product::Product};
use heuan_edge_http::envelope::filled;

/// One page of search results.
#[derive(Serialize, ToSchema)]
pub struct SearchResults {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub products: Vec<FoundProduct>,
    /// Number of products over all pages.
    pub total: i64,
    pub facets: Facets,
    /// The corrected query that was searched for, if the typed one has no results.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = "ຊີມັງ")]
    pub corrected: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct FoundProduct {
    #[serde(flatten)]
    product: Product,
    matches: Matches,
}

/// Matching ranges of the names: `[start, end)` in UTF-16 code units, in order.
#[derive(Serialize, ToSchema)]
pub struct Matches {
    #[schema(value_type = Vec<Vec<u32>>, example = json!([[0, 5]]))]
    la: Vec<[u32; 2]>,
    #[schema(value_type = Vec<Vec<u32>>)]
    en: Vec<[u32; 2]>,
}

/// Suggestions for a partial text.
#[derive(Serialize, ToSchema)]
pub struct Suggestions {
    pub success: bool,
    #[schema(example = json!(["ຊີມັງປອດແລນ", "ຊີມັງຂາວ"]))]
    pub result: Vec<String>,
}

/// Recent popular searches.
#[derive(Serialize, ToSchema)]
pub struct PopularSearch {
    #[schema(example = "ຊີມັງ")]
    searchtext: String,
    /// Distinct recent visitors, plus the count that the merchant gave a suggestion of the shop.
    icount: i64,
}

impl SearchResults {
    /// Builds the response. `products` are the products of the hits that the catalog still has.
    pub fn new(answer: proto::SearchProductsResponse, products: Vec<catalog::Product>) -> Self {
        let mut by_id: HashMap<i64, catalog::Product> =
            products.into_iter().map(|product| (product.pro_id, product)).collect();
        let found = |hit: &proto::ProductHit| {
            let product = by_id.remove(&hit.pro_id)?;
            let matches = Matches {
                la: spans::utf16(&product.name_la, &hit.name_la_matches),
                en: spans::utf16(&product.name_en, &hit.name_en_matches),
            };
            Some(FoundProduct { product: product.into(), matches })
        };
        Self {
            success: true,
            products: answer.hits.iter().filter_map(found).collect(),
            total: answer.total,
            facets: answer.facets.unwrap_or_default().into(),
            corrected: filled(answer.corrected_text),
        }
    }
}

impl From<proto::PopularSearch> for PopularSearch {
    fn from(search: proto::PopularSearch) -> Self {
        Self { searchtext: search.text, icount: search.visitors }
    }
}
