//! One binary for all of them: each would be linked with everything the crate needs.

mod demo;
mod faults_content;
mod faults_tables;
mod good;
mod large;
mod never_panics;
mod support;
mod updates;
