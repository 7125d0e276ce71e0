//! Checkout rules: validation of the input, and what has changed in prices and stock since the customer last saw them.

mod draft;
mod input;
mod quote;
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
pub use shown_terms::ShownTerms;
