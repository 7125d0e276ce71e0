//! Data model of a validated catalog folder: one row type per table, and the images and documents that rows
//! reference. The field names are the columns of the CSV files.

use std::path::PathBuf;

use heuan_media::Format;
use time::Date;

use crate::{Content, Diagnostic, Table};

/// A valid catalog folder. Everything in it may be written to the shop unchanged.
#[derive(Debug, Clone, Default)]
pub struct CatalogFolder {
    pub categories: Option<Table<Category>>,
    pub groups: Option<Table<Group>>,
    pub products: Option<Table<Product>>,
    pub branches: Option<Table<Branch>>,
    pub promotion_types: Option<Table<PromotionType>>,
    pub promotions: Option<Table<Promotion>>,
    pub content: Option<Content>,
    /// Referenced images of the folder, by path.
    pub media: Vec<MediaFile>,
    /// Referenced documents, by path.
    pub documents: Vec<DocumentFile>,
    /// Warnings, which do not stop an import.
    pub warnings: Vec<Diagnostic>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    pub cat_id: i64,
    pub cat_name_la: String,
    pub cat_name_en: String,
    /// Path below `media/`, or empty; the same holds for all image fields here.
    pub cat_img: String,
    /// Whether shoppers see it in lists and menus; they do if the field is empty.
    pub visible: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub prog_id: i64,
    pub cat_id: i64,
    pub prog_name_la: String,
    pub prog_name_en: String,
    /// Whether shoppers see it in lists and menus; they do if the field is empty.
    pub visible: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    pub pro_id: i64,
    /// The given category, otherwise the category of the group. Without the column `cat_id`, `None` means to
    /// keep the shop's value.
    pub cat_id: Option<i64>,
    pub prog_id: Option<i64>,
    pub pro_name_la: String,
    pub pro_name_en: String,
    /// Kip including VAT; with `None` the product is shown but not for sale.
    pub price: Option<i64>,
    /// Kip before a discount.
    pub product_price1: Option<i64>,
    /// Units; with `None` the product is shown but not for sale.
    pub stock: Option<i64>,
    /// Units to add to the stock on hand, or to take off; never together with `stock`.
    pub stock_change: Option<i64>,
    /// Line of `stock_change` in the file, for a refusal by the shop; 0 without units.
    pub stock_change_line: u64,
    /// Percent, 0 to 100; 0 if the field is empty.
    pub vatrate: i64,
    pub unit_name_la: String,
    pub unit_name_en: String,
    pub brand: String,
    pub pro_img_cover: String,
    pub images: Vec<String>,
    pub description_la: String,
    pub description_en: String,
    /// A JSON object as written by the merchant, key order included; `{}` if empty.
    pub attributes: String,
    /// Whether shoppers see it; they do if the field is empty.
    pub visible: bool,
    /// Time at which the product is shown automatically, in Unix milliseconds.
    pub visible_from: Option<i64>,
    /// Time at which the product is hidden automatically, later than `visible_from`.
    pub visible_until: Option<i64>,
    /// Location of the goods in the store or warehouse, for the staff only; may be empty.
    pub location: String,
}

#[derive(Debug, Clone, PartialEq)]
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
    /// Degrees. Either both are set or neither; a position out of range is dropped with a warning.
    pub lat: Option<f64>,
    pub lng: Option<f64>,
    /// `HH:MM` Vientiane time, or empty for the company's opening hours.
    pub open: String,
    pub close: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromotionType {
    pub promo_type_id: i64,
    pub promo_type_name: String,
    pub promo_type_name_en: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub promo_id: i64,
    pub promo_type_id: i64,
    pub pro_ids: Vec<i64>,
    pub title_la: String,
    pub title_en: String,
    /// First day, Vientiane time; `None` for no start.
    pub starts: Option<Date>,
    /// Last day, inclusive; `None` for no end.
    pub ends: Option<Date>,
    pub banner: String,
    /// Whether shoppers see it; true if the file does not say.
    pub published: bool,
}

/// A checked image of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaFile {
    /// Path below `media/`, as the tables name it.
    pub path: String,
    /// Source file to copy.
    pub file: PathBuf,
    pub format: Format,
    /// Width in pixels after EXIF rotation.
    pub width: u32,
    pub height: u32,
    pub bytes: u64,
    /// Lower-case hexadecimal; `None` if the caller stated that the image was checked before.
    pub sha256: Option<String>,
}

/// A checked document, of the folder or, if absent there, of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFile {
    /// Path below `media/`, as `content.json` names it.
    pub path: String,
    /// Current location.
    pub file: PathBuf,
    pub bytes: u64,
}
