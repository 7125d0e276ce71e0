//! The shop as seller, as an order keeps it for its invoice.

use serde::{Deserialize, Serialize};

/// Name, address and tax number of the shop when an order was placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seller {
    pub name: String,
    pub legal_name_la: String,
    pub legal_name_en: String,
    pub address_la: String,
    pub address_en: String,
    pub tax_number: String,
}

impl Seller {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
