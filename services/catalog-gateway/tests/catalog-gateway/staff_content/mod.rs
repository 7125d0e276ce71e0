//! Content that staff edits, by kind.

mod checks_and_imports;
mod deletion_and_undo;
mod menu_and_categories;
mod pages;
mod promotions_and_banners;
