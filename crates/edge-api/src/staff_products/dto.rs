//! JSON types of products for the staff: version, stock on hand and held, schedule of visibility, and the ledger.

use heuan_proto::catalog::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::change::ProductChange;
use crate::product::{AttributeValue, attributes};
use heuan_edge_http::envelope::{filled, moment};

/// A product of the staff's list.
#[derive(Serialize, ToSchema)]
pub struct StaffProduct {
    #[schema(minimum = 1)]
    pro_id: i64,
    /// Rises with every change by staff or import; sales do not raise it.
    version: i64,
    pro_name_la: String,
    pro_name_en: String,
    /// Image path, served at `/media/{path}?w={width}`; may be empty.
    pro_img_cover: String,
    #[schema(required)]
    cat_id: Option<i64>,
    #[schema(required)]
    prog_id: Option<i64>,
    /// Names of the group, empty without one.
    prog_name_la: String,
    prog_name_en: String,
    brand: String,
    /// Kip, VAT included; null is not for sale.
    #[schema(required)]
    price: Option<i64>,
    /// Price before a reduction.
    #[schema(required)]
    original_price: Option<i64>,
    unit_name_la: String,
    unit_name_en: String,
    /// Free units; null is not counted, so not for sale.
    #[schema(required)]
    stock: Option<i64>,
    /// Units that are not sold: free and held ones; null is not counted.
    #[schema(required)]
    on_hand: Option<i64>,
    /// Units held for open checkouts.
    held: i64,
    visible: bool,
    /// Time at which a hidden product appears by itself; null when that is not planned.
    #[schema(required, format = DateTime)]
    visible_from: Option<String>,
    /// Time at which it disappears by itself.
    #[schema(required, format = DateTime)]
    visible_until: Option<String>,
    /// Location of the goods in the store or warehouse, such as `A3-12`; empty for none.
    location: String,
    /// Whole percent.
    vatrate: i64,
    /// The attribute `barcode`, or else `sku`; empty without either.
    code: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// A product with everything that staff edits.
#[derive(Serialize, ToSchema)]
pub struct StaffProductDetail {
    #[serde(flatten)]
    product: StaffProduct,
    /// Further images.
    images: Vec<String>,
    description_la: String,
    description_en: String,
    #[schema(value_type = std::collections::BTreeMap<String, AttributeValue>)]
    attributes: Box<RawValue>,
    /// Units that orders have taken from the stock and that are still in the house; absent while the orders cannot be read. The
    /// units in the house are these and `on_hand`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub awaiting_handover: Option<i64>,
    /// Units sold and not returned.
    sold: i64,
    #[schema(format = DateTime)]
    listed_at: String,
    cat_name_la: String,
    cat_name_en: String,
    /// Newest first, at most 50.
    ledger: Vec<ProductChange>,
    /// Continues the ledger; null at its end.
    #[schema(required)]
    ledger_cursor: Option<String>,
}

/// One page of the staff's list.
#[derive(Serialize, ToSchema)]
pub struct StaffProductPage {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub data: Vec<StaffProduct>,
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// Number of products over all pages.
    pub total: i64,
    /// Most free units that the filter `low` matches.
    pub low_stock: i64,
    /// Whether a search found more products than it lists; narrow it down.
    pub truncated: bool,
}

impl TryFrom<proto::StaffProduct> for StaffProduct {
    type Error = Error;

    fn try_from(from: proto::StaffProduct) -> Result<Self> {
        let named = |id: i64| (id > 0).then_some(id);
        Ok(Self {
            pro_id: from.pro_id,
            version: from.version,
            pro_name_la: from.name_la,
            pro_name_en: from.name_en,
            pro_img_cover: from.img_cover,
            cat_id: named(from.cat_id),
            prog_id: named(from.prog_id),
            prog_name_la: from.group_name_la,
            prog_name_en: from.group_name_en,
            brand: from.brand,
            price: from.price,
            original_price: from.original_price,
            unit_name_la: from.unit_la,
            unit_name_en: from.unit_en,
            stock: from.stock,
            on_hand: from.stock.map(|stock| stock.saturating_add(from.held)),
            held: from.held,
            visible: from.visible,
            visible_from: from.visible_from_ms.map(moment).transpose()?,
            visible_until: from.visible_until_ms.map(moment).transpose()?,
            location: from.location,
            vatrate: from.vatrate,
            code: from.code,
            updated_at: moment(from.updated_at_ms)?,
        })
    }
}

impl StaffProductDetail {
    pub const fn pro_id(&self) -> i64 {
        self.product.pro_id
    }
}

impl TryFrom<Option<proto::StaffProductDetail>> for StaffProductDetail {
    type Error = Error;

    fn try_from(from: Option<proto::StaffProductDetail>) -> Result<Self> {
        let from = from.ok_or_else(|| Error::internal("the catalog sent no product"))?;
        let product = from.product.ok_or_else(|| Error::internal("the catalog sent no product"))?;
        Ok(Self {
            product: product.try_into()?,
            images: from.images,
            description_la: from.description_la,
            description_en: from.description_en,
            attributes: attributes(from.attributes_json),
            awaiting_handover: None,
            sold: from.sold,
            listed_at: moment(from.listed_at_ms)?,
            cat_name_la: from.category_name_la,
            cat_name_en: from.category_name_en,
            ledger: from.ledger.into_iter().map(ProductChange::try_from).collect::<Result<_>>()?,
            ledger_cursor: filled(from.ledger_cursor),
        })
    }
}
