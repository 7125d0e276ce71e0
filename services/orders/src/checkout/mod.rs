//! From what a shopper asks for to what it would cost: the input checked, the lines with the prices and the stock of
//! the moment, and what of that is not as the shopper saw it.

mod draft;
mod input;
mod quote;
mod seen;

pub use draft::{Draft, DraftLine, cart_changed};
pub(crate) use input::check_method;
pub use input::{DeliveryInput, DeliveryTerms, Input, Terms, Wanted};
pub use quote::{Quote, QuoteLine, too_much};
pub use seen::{Seen, Shown};
