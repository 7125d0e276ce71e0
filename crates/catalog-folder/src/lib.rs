//! Reads a *catalog folder* (the merchant's CSV tables, `content.json` and images) and validates all of it.
//!
//! [`read`] returns either the whole catalog as plain structs or every fault of every file, so that a merchant can
//! correct a folder in one pass. Nothing is written. [`table_header`], [`push_row`] and [`content_text`] write the same
//! format, [`ArchiveWriter`] and [`unpack`] put a folder into one zip file and back. This crate's README describes the format column by column.

mod archive;
mod columns;
mod content;
mod context;
mod csv;
mod diagnostic;
mod documents;
mod file_format;
mod folder_table;
mod href;
mod html;
mod images;
mod layout;
mod limits;
mod message;
mod model;
mod options;
mod read;
mod references;
mod table_text;
mod tables;
mod values;
mod visible;

pub use archive::{ArchiveLimits, ArchiveWriter, check_archive, unpack};
pub use columns::{Columns, Table};
pub use content::{
    Article, Banner, Company, Content, DeliveryTime, Document, Hero, HeroTile, MenuItem, NamedLink, Page,
    PopularSearch, Question, Text, TopMessage, Vacancy,
};
pub use csv::{Record, RecordError, Records};
pub use diagnostic::{Diagnostic, Diagnostics};
pub use file_format::{UnsupportedFormat, delimiter_of, unsupported_format};
pub use folder_table::FolderTable;
pub use href::check_href;
pub use html::{plain_line, plain_text};
pub use limits::{
    MAX_BRAND_CHARS, MAX_CONTENT_BYTES, MAX_CSV_BYTES, MAX_DOCUMENTS, MAX_ERRORS_PER_FILE, MAX_FIELD_BYTES,
    MAX_ID, MAX_IMAGES, MAX_LOCATION_CHARS, MAX_MENU_DEPTH, MAX_NAME_CHARS, MAX_PRICE, MAX_PROMOTED,
    MAX_ROWS, MAX_STOCK, MAX_STOCK_CHANGE,
};
pub use message::{Hint, Reason};
pub use model::{
    Branch, CatalogFolder, Category, DocumentFile, Group, MediaFile, Product, Promotion, PromotionType,
};
pub use options::{ExistingIds, MissingNameRows, MissingNames, Options, Phase, Progress};
pub use read::read;
pub use table_text::{TableRow, content_files, content_text, push_fields, push_row, table_header};
pub use tables::{STOCK_CHANGE, check_attributes};
pub use values::{DateReading, Number, day_of, day_text, flag_of, hour_of, number_of, with_ascii_digits};
pub use values::{is_hour, moment_of, moment_text, parse_day};
pub use visible::{invisible_chars, visible_text};
