//! From what a shopper asks for to what it would cost: the input checked, the lines with the prices and the stock of
//! the moment, and what of that is not as the shopper saw it.

mod draft;
mod input;
mod quote;
mod quoted_prices;

pub use draft::{CheckoutLines, DraftLine, cart_changed};
pub(crate) use input::check_method;
pub use input::{DeliveryInput, DeliveryTerms, Input, ItemSource, ValidatedOrder};
pub use quote::{Quote, QuoteLine, too_much};
pub use quoted_prices::{QuotedPrice, QuotedPrices};
