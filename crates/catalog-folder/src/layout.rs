//! Names of the files of a catalog folder.

pub(crate) const CATEGORIES: &str = "categories.csv";
pub(crate) const GROUPS: &str = "groups.csv";
pub(crate) const PRODUCTS: &str = "products.csv";
pub(crate) const BRANCHES: &str = "branches.csv";
pub(crate) const PROMOTION_TYPES: &str = "promotion_types.csv";
pub(crate) const PROMOTIONS: &str = "promotions.csv";
pub(crate) const CONTENT: &str = "content.json";
pub(crate) const MEDIA: &str = "media";

/// The files of a folder in reading and reporting order.
pub(crate) const FILES: [&str; 8] =
    [CATEGORIES, GROUPS, PRODUCTS, BRANCHES, PROMOTION_TYPES, PROMOTIONS, CONTENT, MEDIA];

/// Sources and licenses of the folder's images; not imported.
pub(crate) const CREDITS: &str = "CREDITS.csv";

/// File name of faults that concern the folder itself.
pub(crate) const FOLDER: &str = "catalog folder";

/// Files that operating systems and spreadsheets put beside others: `._products.csv`, `~$products.csv`, `.DS_Store`.
pub(crate) fn is_of_system(name: &str) -> bool {
    name.starts_with(['.', '~'])
        || ["thumbs.db", "desktop.ini", "__macosx"].iter().any(|known| name.eq_ignore_ascii_case(known))
}
