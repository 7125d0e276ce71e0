//! Values as spreadsheets and other shop systems write them. A text with one meaning is accepted; a text with two
//! meanings is refused with a hint that names both.

mod day;
mod flag;
mod moment;
mod number;
mod strict;

pub use day::{DateReading, day_of, hour_of};
pub use flag::flag_of;
pub use moment::{day_text, moment_of, moment_text};
pub use number::{Number, number_of, with_ascii_digits};
pub use strict::{is_hour, parse_day};
