//! One test binary for all modules, because each binary would link all dependencies again.

mod catalog;
mod export;
mod import;
mod import_columns;
mod import_conversions;
mod import_jobs;
mod import_previews;
mod import_stock_change;
mod known;
mod no_space;
mod staff;
mod staff_bulk;
mod staff_codes;
mod staff_content;
mod staff_drafts;
mod staff_images;
mod staff_import;
mod staff_list;
mod staff_location;
mod staff_schedule;
mod staff_stock;
mod staff_undo;
mod stock;
mod stock_change;
mod stock_crash;
mod support;
