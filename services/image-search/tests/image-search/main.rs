//! One test binary for all modules, because each binary would link all dependencies again.

mod blank_pictures;
mod blanks;
mod catalog;
mod files;
mod hostile;
mod model;
mod photos;
mod support;
