//! Mappings: the assignment of columns of a merchant's file to columns of the catalog folder, and the rule by which an
//! id is computed from a row.

use std::collections::BTreeMap;

use heuan_catalog_folder::Reason;
use serde::Deserialize;

use crate::source::{FileError, Header, plain};

/// Maximum bytes of a mapping file.
pub const MAX_MAPPING_BYTES: usize = 64 << 10;

/// The mappings that ship, in the order in which a header is compared with them.
const SHIPPED: [(&str, &str); 4] = [
    ("shopify", include_str!("../mappings/shopify.toml")),
    ("woocommerce", include_str!("../mappings/woocommerce.toml")),
    ("odoo", include_str!("../mappings/odoo.toml")),
    ("price-list", include_str!("../mappings/price-list.toml")),
];

/// A mapping file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// Name of the format, a part of every id: the same key in two formats means two products.
    pub format: String,
    /// Columns that a file of this format has. Here and in the two sets below, a name that begins with `=` is compared letter by
    /// letter, other names without regard to case, spaces and underscores.
    #[serde(default)]
    pub recognize: Vec<String>,
    /// Columns of which such a file has at least one.
    #[serde(default)]
    pub recognize_any: Vec<String>,
    /// Sets of columns, from each of which such a file has at least one, for formats whose columns have
    /// several names.
    #[serde(default)]
    pub recognize_each: Vec<Vec<String>>,
    /// Whether a key that equals the SKU or barcode of a product of the shop identifies that product.
    #[serde(default)]
    pub match_codes: bool,
    /// Whether texts have `\n` for a line break and an apostrophe before a formula.
    #[serde(default)]
    pub escapes: bool,
    pub id: IdRule,
    #[serde(default)]
    pub rows: RowsRule,
    #[serde(default)]
    pub columns: ColumnRules,
    #[serde(default)]
    pub category: CategoryRule,
    #[serde(default)]
    pub brand: BrandRule,
    #[serde(default)]
    pub images: ListRule,
    #[serde(default)]
    pub price: PriceRule,
    /// Name of the attribute, and the column with its values.
    #[serde(default)]
    pub attributes: BTreeMap<String, OneOrMore>,
    #[serde(default)]
    pub options: Vec<OptionRule>,
    #[serde(default)]
    pub defaults: Defaults,
}

/// One column, or several columns of which the first non-empty one is used.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    pub(crate) fn columns(&self) -> &[String] {
        match self {
            Self::One(column) => std::slice::from_ref(column),
            Self::More(columns) => columns,
        }
    }
}

/// Rule by which an id is computed from a row.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdRule {
    /// Columns with the id itself, a positive whole number.
    #[serde(default)]
    pub number: Vec<String>,
    /// Keys in order of preference, each of one or several columns. The first key whose first column is not empty is used.
    #[serde(default)]
    pub keys: Vec<Vec<String>>,
    /// Distinguishes two shops of the same format.
    #[serde(default)]
    pub namespace: String,
}

/// Rule by which rows form products.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum RowsRule {
    /// Each row is a product.
    #[default]
    Single,
    /// Rows with the same handle are variants and images of one product.
    Handle {
        handle: OneOrMore,
        variant: Vec<String>,
        #[serde(default)]
        inherit: Vec<String>,
    },
    /// A variation names its parent, by `id:` and number or by SKU.
    Parent {
        r#type: String,
        id: String,
        sku: String,
        parent: String,
        #[serde(default)]
        inherit: Vec<String>,
    },
    /// A row without a name continues the row above it. With one of the columns `variant`, it is a variant of its own.
    Continued {
        name: OneOrMore,
        #[serde(default)]
        variant: Vec<String>,
        #[serde(default)]
        inherit: Vec<String>,
    },
}

/// Columns by meaning. If there are several, the first non-empty one is used.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ColumnRules {
    /// Name in Lao or English, distinguished by its letters.
    pub name: Vec<String>,
    pub pro_name_la: Vec<String>,
    pub pro_name_en: Vec<String>,
    pub description: Vec<String>,
    pub description_la: Vec<String>,
    pub description_en: Vec<String>,
    pub price: Vec<String>,
    pub product_price1: Vec<String>,
    /// A price that applies from `sale_starts` until the end of `sale_ends`; either may be empty.
    pub sale_price: Vec<String>,
    pub sale_starts: Vec<String>,
    pub sale_ends: Vec<String>,
    pub stock: Vec<String>,
    /// Units to add to the stock on hand, or to take off.
    pub stock_change: Vec<String>,
    /// 0 if a product without a number of units is sold out.
    pub in_stock: Vec<String>,
    pub vatrate: Vec<String>,
    pub unit: Vec<String>,
    pub unit_name_la: Vec<String>,
    pub unit_name_en: Vec<String>,
    pub brand: Vec<String>,
    /// Location of the goods in the store or warehouse.
    pub location: Vec<String>,
    pub category: Vec<String>,
    pub group: Vec<String>,
    /// Columns for visibility; a product is visible if all of them say so.
    pub visible: Vec<String>,
    /// Web addresses of images, taken from all of these columns.
    pub images: Vec<String>,
}

impl ColumnRules {
    /// Each meaning with its columns.
    pub(crate) fn all(&self) -> [(&'static str, &[String]); 24] {
        [
            ("name", &self.name),
            ("pro_name_la", &self.pro_name_la),
            ("pro_name_en", &self.pro_name_en),
            ("description", &self.description),
            ("description_la", &self.description_la),
            ("description_en", &self.description_en),
            ("price", &self.price),
            ("product_price1", &self.product_price1),
            ("sale_price", &self.sale_price),
            ("sale_starts", &self.sale_starts),
            ("sale_ends", &self.sale_ends),
            ("stock", &self.stock),
            ("stock_change", &self.stock_change),
            ("in_stock", &self.in_stock),
            ("vatrate", &self.vatrate),
            ("unit", &self.unit),
            ("unit_name_la", &self.unit_name_la),
            ("unit_name_en", &self.unit_name_en),
            ("brand", &self.brand),
            ("location", &self.location),
            ("category", &self.category),
            ("group", &self.group),
            ("visible", &self.visible),
            ("images", &self.images),
        ]
    }
}

/// Format of categories.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CategoryRule {
    /// Separator between a category and its group; empty if there are no paths.
    pub separator: String,
    /// Separator between several categories, of which the first is used; empty if there is only one.
    pub list: String,
    /// Names at the beginning of a path that are not categories.
    pub skip: Vec<String>,
}

/// Format of brands.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BrandRule {
    /// Between several brands, of which the first counts; empty if there is one.
    pub list: String,
}

/// Format of several values in one field.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ListRule {
    /// Separator between two values; empty if there is only one.
    pub list: String,
    /// Columns whose images belong to only one variant.
    pub own: Vec<String>,
}

/// Conversion of prices to kip.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PriceRule {
    /// Kip for one unit of the file's currency.
    pub multiply: Option<u32>,
    /// Prices are rounded to a multiple of this many kip.
    pub round_to: Option<u32>,
}

/// Columns with the options of a variant.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum OptionRule {
    /// Pairs of columns; `{n}` is a number from 1.
    Columns { name: String, value: String },
    /// A column with texts such as `Color: Red`.
    Pairs { pairs: String },
}

/// Values of products that the file leaves empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Defaults {
    pub stock: Option<u32>,
    pub vatrate: Option<u8>,
    pub unit_name_la: Option<String>,
    pub unit_name_en: Option<String>,
    pub brand: Option<String>,
    pub category: Option<String>,
}

impl Mapping {
    /// Reads a mapping file; an error has its line, if it is in one, and a sentence.
    pub fn parse(text: &str) -> Result<Self, (Option<u64>, Reason)> {
        if text.len() > MAX_MAPPING_BYTES {
            return Err((None, Self::too_long()));
        }
        let mapping: Self = toml::from_str(text).map_err(|error| unreadable(text, &error))?;
        if mapping.id.number.is_empty() && mapping.id.keys.iter().all(Vec::is_empty) {
            return Err((None, Reason::new("mapping_without_id", "[id] needs number or keys")));
        }
        Ok(mapping)
    }

    /// Fault of a file that is longer than [`MAX_MAPPING_BYTES`].
    pub fn too_long() -> Reason {
        let max = MAX_MAPPING_BYTES >> 10;
        Reason::new("mapping_too_long", format!("is longer than {max} kB")).with("max", &max)
    }

    /// The shipped mapping of this name and its text.
    pub fn shipped(name: &str) -> Option<(Self, &'static str)> {
        let (_, text) = SHIPPED.iter().find(|(of, _)| *of == name)?;
        Some((Self::parse(text).ok()?, text))
    }

    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// The shipped mapping that fits a header.
    pub(crate) fn of_header(header: &Header) -> Option<Self> {
        let mappings = SHIPPED.iter().filter_map(|(_, text)| Self::parse(text).ok());
        mappings.into_iter().find(|mapping| mapping.fits(header))
    }

    fn fits(&self, header: &Header) -> bool {
        let has = |column: &String| match column.strip_prefix('=') {
            Some(exact) => header.names.iter().any(|name| name.trim() == exact),
            None => header.has(column),
        };
        if !self.has_key(header) {
            return false;
        }
        if self.recognize.is_empty() && self.recognize_each.is_empty() {
            let columns = &self.columns;
            let values =
                [&columns.name, &columns.pro_name_la, &columns.pro_name_en, &columns.price, &columns.stock];
            return values.into_iter().flatten().any(has);
        }
        self.recognize.iter().all(has)
            && (self.recognize_any.is_empty() || self.recognize_any.iter().any(has))
            && self.recognize_each.iter().all(|columns| columns.iter().any(has))
    }

    /// Whether a header has a column from which an id follows.
    pub(crate) fn has_key(&self, header: &Header) -> bool {
        let first_of_keys = self.id.keys.iter().filter_map(|key| key.first());
        self.id.number.iter().chain(first_of_keys).any(|column| header.has(column))
    }

    /// Whether a header has a column for a price or the stock.
    pub(crate) fn has_price_or_stock(&self, header: &Header) -> bool {
        let columns = &self.columns;
        let values = [
            &columns.price,
            &columns.product_price1,
            &columns.sale_price,
            &columns.stock,
            &columns.stock_change,
            &columns.in_stock,
        ];
        values.into_iter().flatten().any(|column| header.has(column))
    }

    /// Whether the mapping reads a column.
    pub(crate) fn reads(&self, column: &str) -> bool {
        let column = plain(column);
        let is = |name: &String| plain(name) == column;
        let rows: Vec<&String> = match &self.rows {
            RowsRule::Single => Vec::new(),
            RowsRule::Handle { handle, .. } => handle.columns().iter().collect(),
            RowsRule::Parent { r#type, id, sku, parent, .. } => vec![r#type, id, sku, parent],
            RowsRule::Continued { name, .. } => name.columns().iter().collect(),
        };
        let is_option = self.options.iter().any(|option| match option {
            OptionRule::Columns { name, value } => numbered(name, &column) || numbered(value, &column),
            OptionRule::Pairs { pairs } => is(pairs),
        });
        is_option
            || rows.into_iter().any(is)
            || self.columns.all().iter().any(|(_, columns)| columns.iter().any(is))
            || self.id.number.iter().chain(self.id.keys.iter().flatten()).any(is)
            || self.attributes.values().flat_map(OneOrMore::columns).any(is)
    }
}

/// Fault of a text that is no mapping. The sentence shows its line; the value is the message of the parser alone.
fn unreadable(text: &str, error: &toml::de::Error) -> FileError {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() as u64 + 1);
    let hint = error.message().lines().collect::<Vec<_>>().join("; ");
    (line, Reason::new("mapping_unreadable", error.to_string().trim_end()).with("hint", &hint))
}

/// Whether a column is one of a numbered pattern.
fn numbered(pattern: &str, column: &str) -> bool {
    let pattern = plain(pattern);
    match pattern.split_once("{n}") {
        None => pattern == column,
        Some((before, after)) => column
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after))
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_mappings_are_valid() {
        for name in Mapping::shipped_names() {
            let (_, text) = Mapping::shipped(name).unwrap_or_else(|| panic!("{name}"));
            Mapping::parse(text).unwrap();
        }
    }

    #[test]
    fn mapping_with_an_unknown_key_or_without_an_id_is_refused() {
        let refusal = |text: &str| Mapping::parse(text).unwrap_err();
        let (line, reason) = refusal("format = \"x\"\n[id]\nkeys = [[\"a\"]]\n[colums]\n");
        assert_eq!((line, reason.code), (Some(4), "mapping_unreadable"));
        assert!(reason.text.contains("colums"), "{reason}");
        let (name, hint) = &reason.values[0];
        assert!(*name == "hint" && hint.contains("colums") && !hint.contains('\n'), "{hint}");
        let (_, reason) = refusal("format = \"x\"\n[id]\n");
        assert!(reason.code == "mapping_without_id" && reason.text.contains("[id]"), "{reason}");
        assert_eq!(refusal(&"x".repeat(MAX_MAPPING_BYTES + 1)).1, Mapping::too_long());
    }
}
