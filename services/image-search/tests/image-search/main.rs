//! One test binary for all modules, because each binary would link all dependencies again.

mod blank_images;
mod blanks;
mod catalog;
mod files;
mod hostile;
mod model;
mod no_space;
mod queries;
mod support;
