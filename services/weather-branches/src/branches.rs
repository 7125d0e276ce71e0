//! Branches, with the field names of the specification.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Branch {
    pub b_id: i64,
    pub b_code: String,
    pub b_name: String,
    pub b_name_eng: String,
    pub b_image: String,
    pub brchcode: String,
    pub tb_address_la: String,
    pub tb_address_en: String,
    pub b_map: String,
    pub b_f_phone: String,
    pub b_s_phone: String,
    pub b_email: String,
    pub b_f_fax: String,
    pub b_s_fax: String,
    pub b_history_la: String,
    pub b_history_en: String,
    pub b_show_map: bool,
    /// `None` if unknown or out of range; such a branch has no weather and no distance.
    pub lat: Option<f64>,
    pub lng: Option<f64>,
    pub open: String,
    pub close: String,
}
