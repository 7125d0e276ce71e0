//! How much a folder may hold. Wide for a merchant, narrow for an accident or an attack.

/// A CSV file, bytes.
pub const MAX_CSV_BYTES: u64 = 1 << 30;
/// `content.json`, bytes.
pub const MAX_CONTENT_BYTES: u64 = 16 << 20;
/// One CSV field, bytes.
pub const MAX_FIELD_BYTES: usize = 64 << 10;
/// Rows of one table.
pub const MAX_ROWS: u64 = 2_000_000;
/// Faults kept of one file; the rest is counted.
pub const MAX_FAULTS_PER_FILE: usize = 1_000;
/// Kip. Ten trillion; a larger number is a slip of the keyboard, and sums of a cart must fit 64 bits.
pub const MAX_PRICE: i64 = 10_000_000_000_000;
/// Ids. Browsers count exactly no further; a larger id would open another product's page.
pub const MAX_ID: i64 = 9_007_199_254_740_991;
/// Units of one product.
pub const MAX_STOCK: i64 = 1_000_000_000;

/// One line of a CSV file, bytes.
pub(crate) const MAX_LINE_BYTES: u64 = 4 << 20;
/// Fields of one CSV row.
pub(crate) const MAX_FIELDS: usize = 1_000;
/// Names, brands, units, telephone numbers: characters.
pub(crate) const MAX_NAME_CHARS: usize = 500;
/// Of a brand, characters: its word in addresses must fit there in Lao, too.
pub(crate) const MAX_BRAND_CHARS: usize = 60;
/// Pictures of one product beside the cover.
pub(crate) const MAX_IMAGES: usize = 50;
/// A text to search for, characters; as long as the search service reads.
pub(crate) const LONGEST_SEARCH: usize = 200;
/// Documents of one page.
pub(crate) const MAX_DOCUMENTS: usize = 200;
pub(crate) const MAX_ATTRIBUTES: usize = 64;
pub(crate) const MAX_ATTRIBUTES_BYTES: usize = 8 << 10;
/// Products of one promotion.
pub(crate) const MAX_PROMOTED: usize = 10_000;
pub(crate) const MAX_MENU_DEPTH: usize = 8;
pub(crate) const MAX_HREF_BYTES: usize = 2_000;
