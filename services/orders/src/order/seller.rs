//! The shop as seller, as an order keeps it for its invoice.

use serde::{Deserialize, Serialize};

/// Name, address, contact and tax number of the shop when an order was placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seller {
    pub name: String,
    pub legal_name_la: String,
    pub legal_name_en: String,
    pub address_la: String,
    pub address_en: String,
    pub tax_number: String,
    /// Tax number; absent in orders of earlier versions, and if the shop had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<SellerContact>,
}

/// Telephone numbers and e-mail address of the shop; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SellerContact {
    pub hotline: String,
    pub customer_service: String,
    pub email: String,
}

impl Seller {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
