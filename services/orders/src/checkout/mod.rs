//! Checkout: validates the input, fetches current prices and stock, and determines changes since the customer last saw
//! them.

mod draft;
mod input;
mod quote;
mod service;
mod shown_terms;

pub use draft::{CheckoutLines, DraftLine, cart_changed};
pub use input::{
    ConfirmedAmounts, ContactInput, DeliveryInput, DeliveryTerms, Input, ItemSource, ReceiverInput,
    ValidatedOrder,
};
pub(crate) use input::{
    ValidatedContact, changed_items, check_discount, check_method, contact, discount_reason,
};
pub use quote::{Quote, QuoteLine, too_much};
pub use service::CheckoutService;
pub use shown_terms::ShownTerms;
