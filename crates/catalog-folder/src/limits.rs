//! Size limits of a folder. They are wide for a merchant's data and narrow for accidents and attacks.

/// Maximum size of a CSV file, in bytes.
pub const MAX_CSV_BYTES: u64 = 1 << 30;
/// Maximum size of `content.json`, in bytes.
pub const MAX_CONTENT_BYTES: u64 = 16 << 20;
/// Maximum size of a CSV field, in bytes.
pub const MAX_FIELD_BYTES: usize = 64 << 10;
/// Maximum rows of one table.
pub const MAX_ROWS: u64 = 2_000_000;
/// Maximum faults stored for one file; further faults are counted.
pub const MAX_ERRORS_PER_FILE: usize = 1_000;
/// Maximum price in kip. Ten trillion: a larger number is a typing error, and cart totals must fit 64 bits.
pub const MAX_PRICE: i64 = 10_000_000_000_000;
/// Maximum id, 2^53 - 1. Browsers would round a larger id and open another product's page.
pub const MAX_ID: i64 = 9_007_199_254_740_991;
/// Maximum units of one product.
pub const MAX_STOCK: i64 = 1_000_000_000;
/// Maximum units that one row of a table adds to the stock, or takes off.
pub const MAX_STOCK_CHANGE: i64 = 999_999;

/// Maximum length of a line of a CSV file, in bytes.
pub(crate) const MAX_LINE_BYTES: u64 = 4 << 20;
/// Maximum fields of a CSV row.
pub(crate) const MAX_FIELDS: usize = 1_000;
/// Maximum characters of names, brands, units, telephone numbers.
pub const MAX_NAME_CHARS: usize = 500;
/// Maximum characters of a brand: its slug must fit in a URL in Lao, too.
pub const MAX_BRAND_CHARS: usize = 60;
/// Maximum characters of a location in the store or warehouse.
pub const MAX_LOCATION_CHARS: usize = 40;
/// Maximum images of one product besides the cover.
pub const MAX_IMAGES: usize = 50;
/// Maximum characters of a suggested search; equals the limit of the search service.
pub(crate) const MAX_SEARCH_CHARS: usize = 200;
/// Maximum documents of one page.
pub const MAX_DOCUMENTS: usize = 200;
pub(crate) const MAX_ATTRIBUTES: usize = 64;
pub(crate) const MAX_ATTRIBUTES_BYTES: usize = 8 << 10;
/// Maximum products of one promotion.
pub const MAX_PROMOTED: usize = 10_000;
/// Maximum levels of the menu.
pub const MAX_MENU_DEPTH: usize = 8;
pub(crate) const MAX_HREF_BYTES: usize = 2_000;
