//! JSON types of a product: the fields of a card, and the further fields of its page.

#![allow(clippy::struct_field_names, reason = "the names are the specification's")]

use heuan_proto::catalog::v1 as proto;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use heuan_edge_http::envelope::LocalText;

/// Fields of a card or a list row. Without `price` or `stock` a product is shown but not for sale.
#[derive(Serialize, ToSchema)]
pub struct Product {
    #[schema(minimum = 1, example = 101_002)]
    pro_id: i64,
    /// Null if the product has none.
    #[schema(required, minimum = 1, example = 1)]
    cat_id: Option<i64>,
    /// Null if the product has none.
    #[schema(required, minimum = 1, example = 101)]
    prog_id: Option<i64>,
    /// May be empty; show the English name then.
    #[schema(example = "ຊີມັງປອດແລນ ປະເພດ 1 ຂະໜາດ 50 ກິໂລ")]
    pro_name_la: String,
    /// May be empty; show the Lao name then.
    #[schema(example = "Portland cement type I 50 kg")]
    pro_name_en: String,
    /// Image path, served at `/media/{path}?w={width}`.
    #[schema(example = "products/101002.webp")]
    pro_img_cover: String,
    /// Further images.
    images: Vec<String>,
    /// Kip, VAT included.
    #[schema(required, example = 58_000)]
    price: Option<i64>,
    /// Price before a reduction; shown struck through if it is higher.
    #[schema(required)]
    product_price1: Option<i64>,
    /// Available units.
    #[schema(required)]
    stock: Option<i64>,
    /// Whole percent.
    #[schema(example = 10)]
    vatrate: i64,
    unit_name_la: String,
    unit_name_en: String,
    brand: String,
}

/// A product with all fields of its page.
#[derive(Serialize, ToSchema)]
pub struct ProductDetail {
    #[serde(flatten)]
    product: Product,
    description_la: String,
    description_en: String,
    /// Attributes, in the merchant's order.
    #[schema(value_type = std::collections::BTreeMap<String, AttributeValue>)]
    attributes: Box<RawValue>,
    #[schema(required)]
    category: Option<CategoryName>,
    #[schema(required)]
    group: Option<GroupName>,
}

/// A value of an attribute.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "describes JSON that is passed through unchanged")]
pub enum AttributeValue {
    Text(String),
    Number(f64),
    Local(LocalText),
}

/// The category of a product.
#[derive(Serialize, ToSchema)]
pub struct CategoryName {
    cat_id: i64,
    cat_name_la: String,
    cat_name_en: String,
}

/// The group of a product.
#[derive(Serialize, ToSchema)]
pub struct GroupName {
    prog_id: i64,
    prog_name_la: String,
    prog_name_en: String,
}

pub fn products(products: Vec<proto::Product>) -> Vec<Product> {
    products.into_iter().map(Product::from).collect()
}

impl From<proto::Product> for Product {
    fn from(product: proto::Product) -> Self {
        Self {
            pro_id: product.pro_id,
            cat_id: named(product.cat_id),
            prog_id: named(product.prog_id),
            pro_name_la: product.name_la,
            pro_name_en: product.name_en,
            pro_img_cover: product.img_cover,
            images: product.images,
            price: product.price,
            product_price1: product.original_price,
            stock: product.stock,
            vatrate: product.vatrate,
            unit_name_la: product.unit_la,
            unit_name_en: product.unit_en,
            brand: product.brand,
        }
    }
}

/// The id as an option, because the services send 0 for "none".
fn named(id: i64) -> Option<i64> {
    (id > 0).then_some(id)
}

impl From<proto::GetProductResponse> for ProductDetail {
    fn from(answer: proto::GetProductResponse) -> Self {
        let detail = answer.product.unwrap_or_default();
        Self {
            product: detail.product.unwrap_or_default().into(),
            description_la: detail.description_la,
            description_en: detail.description_en,
            attributes: attributes(detail.attributes_json),
            category: answer.category.map(|category| CategoryName {
                cat_id: category.cat_id,
                cat_name_la: category.name_la,
                cat_name_en: category.name_en,
            }),
            group: answer.group.map(|group| GroupName {
                prog_id: group.prog_id,
                prog_name_la: group.name_la,
                prog_name_en: group.name_en,
            }),
        }
    }
}

/// The merchant's JSON object unchanged, or an empty one: an invalid attribute must not hide the product.
pub(crate) fn attributes(json: String) -> Box<RawValue> {
    RawValue::from_string(json).ok().filter(|raw| raw.get().starts_with('{')).unwrap_or_else(|| {
        RawValue::from_string("{}".to_owned()).unwrap_or_else(|_| RawValue::NULL.to_owned())
    })
}
