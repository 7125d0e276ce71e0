//! One test binary for all modules, because each binary would link all dependencies again.

mod answer_reminders;
mod conversation;
mod hostile;
mod images;
mod inbox;
mod limits;
mod no_space;
mod personal_data;
mod previews;
mod staff_reminders;
mod support;
