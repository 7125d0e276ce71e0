//! JSON types of the cart and its lines, converted from the messages of the orders service.

use heuan_proto::orders::v1 as proto;
use serde::Serialize;
use utoipa::ToSchema;

/// The customer's cart, shared by all devices.
#[derive(Serialize, ToSchema)]
pub struct Cart {
    /// Increases with every change.
    version: i64,
    /// Units of all lines.
    count: i64,
    /// Kip, of all lines whose product is still sold.
    total: i64,
    /// In the order they were added.
    lines: Vec<CartLine>,
}

#[derive(Serialize, ToSchema)]
pub struct CartLine {
    #[schema(minimum = 1)]
    pro_id: i64,
    #[schema(minimum = 1, maximum = 999_999)]
    quantity: i64,
    /// Sent when setting the quantity, so that another device's change is not overwritten.
    version: i64,
    /// Kip for one unit now, VAT included; 0 if the product is no longer sold.
    price: i64,
    /// The price last shown to the customer, if different.
    #[schema(required)]
    price_was: Option<i64>,
    /// Price before a reduction; shown struck through if it is higher than `price`.
    #[schema(required)]
    product_price1: Option<i64>,
    /// Units in stock.
    stock: i64,
    /// Whole percent.
    vatrate: i64,
    state: LineState,
    pro_name_la: String,
    pro_name_en: String,
    /// Image path, or empty.
    pro_img_cover: String,
    unit_name_la: String,
    unit_name_en: String,
    /// Kip.
    total: i64,
}

/// Whether a line can be bought. `insufficient_stock`: the stock has fewer units than the line. `not_for_sale`: the
/// product is hidden, removed or has no price.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineState {
    Ok,
    InsufficientStock,
    OutOfStock,
    NotForSale,
}

impl From<proto::Cart> for Cart {
    fn from(cart: proto::Cart) -> Self {
        let proto::Cart { version, count, total, lines } = cart;
        Self { version, count, total, lines: lines.into_iter().map(CartLine::from).collect() }
    }
}

impl From<proto::CartLine> for CartLine {
    fn from(line: proto::CartLine) -> Self {
        Self {
            state: line.state().into(),
            pro_id: line.pro_id,
            quantity: line.quantity,
            version: line.version,
            price: line.price,
            price_was: line.price_was,
            product_price1: line.original_price,
            stock: line.stock,
            vatrate: line.vatrate,
            pro_name_la: line.name_la,
            pro_name_en: line.name_en,
            pro_img_cover: line.img_cover,
            unit_name_la: line.unit_la,
            unit_name_en: line.unit_en,
            total: line.total,
        }
    }
}

impl From<proto::LineState> for LineState {
    fn from(state: proto::LineState) -> Self {
        match state {
            proto::LineState::Ok => Self::Ok,
            proto::LineState::InsufficientStock => Self::InsufficientStock,
            proto::LineState::OutOfStock => Self::OutOfStock,
            // An unknown state of a newer service cannot be bought.
            proto::LineState::NotForSale | proto::LineState::Unspecified => Self::NotForSale,
        }
    }
}
