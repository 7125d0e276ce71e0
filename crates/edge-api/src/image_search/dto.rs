//! JSON types of image search results: similar products with a similarity score.

use heuan_proto::{catalog::v1::Product, imagesearch::v1::ImageHit};
use serde::Serialize;
use utoipa::ToSchema;

/// Result of an image search.
#[derive(Serialize, ToSchema)]
pub struct FoundByImage {
    #[schema(example = true)]
    success: bool,
    /// Best first, each product once.
    results: Vec<LikeProduct>,
    /// Present if nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    message: Option<&'static str>,
    /// Present if the result may be incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    warning: Option<&'static str>,
}

/// A product similar to the image.
#[derive(Serialize, ToSchema)]
pub struct LikeProduct {
    #[schema(minimum = 1)]
    id: i64,
    /// In Lao, or in English if the catalog has no Lao name.
    title: String,
    title_en: String,
    /// Cover image, a path under `/media/`.
    #[serde(rename = "imageUrl")]
    image_url: String,
    /// Calibrated: high for the same product, low for an unrelated one.
    #[schema(minimum = 0, maximum = 1)]
    similarity: f64,
    /// Kip including VAT.
    price: i64,
    stock: i64,
}

impl FoundByImage {
    pub fn of(results: Vec<LikeProduct>, is_growing: bool) -> Self {
        Self {
            success: true,
            message: results.is_empty().then_some("no similar products were found"),
            warning: is_growing.then_some("some images of the catalog have not been looked at yet"),
            results,
        }
    }
}

impl LikeProduct {
    /// `None` if the product is not for sale.
    pub fn of(product: &Product, hit: &ImageHit) -> Option<Self> {
        let (price, stock) = (product.price?, product.stock?);
        let either = |one: &str, other: &str| if one.is_empty() { other.to_owned() } else { one.to_owned() };
        Some(Self {
            id: product.pro_id,
            title: either(&product.name_la, &product.name_en),
            title_en: product.name_en.clone(),
            image_url: either(&product.img_cover, &hit.image),
            similarity: hit.similarity.clamp(0.0, 1.0),
            price,
            stock,
        })
    }
}
