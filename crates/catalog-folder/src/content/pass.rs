//! Run of the recovering deserializer: its position, its faults, and the repairs that earlier runs recorded.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use super::locate::below;
use crate::limits::MAX_ERRORS_PER_FILE;
use crate::message::Reason;

/// A fault of a value and its path, relative to the value; empty for the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JsonDiagnostic {
    pub path: String,
    /// The value, if it is neither a list nor an object.
    pub value: String,
    pub reason: Reason,
    missing: Option<&'static str>,
}

/// All faults of a value.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JsonDiagnostics {
    /// The first faults, up to the number shown for one file.
    pub reported: Vec<JsonDiagnostic>,
    /// Number of further faults.
    pub more: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum PathSegment<'v> {
    Key(&'v str),
    Index(usize),
}

/// The shape of an object: its type and the set of its present fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ObjectShape {
    name: &'static str,
    /// Bit set of the type's fields.
    fields: u64,
}

/// Repair of all objects of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// A required field is absent; a default is inserted.
    Missing(&'static str),
    /// The field is an alias of another field that is present.
    DuplicateKey(&'static str),
}

/// Reason why the reading of a value was aborted.
#[derive(Debug)]
pub(super) enum Error {
    Missing(&'static str),
    DuplicateKey(&'static str),
    /// A repair is needed for objects of this shape.
    NeedsRepair(ObjectShape, Repair),
    Other(String),
}

/// State of one run: current path, reported faults, and the repairs recorded by earlier runs.
#[derive(Debug, Default)]
pub(super) struct Pass<'v> {
    path: RefCell<Vec<PathSegment<'v>>>,
    errors: RefCell<JsonDiagnostics>,
    repairs: HashMap<ObjectShape, Vec<Repair>>,
}

impl<'v> Pass<'v> {
    /// Begins the next run, which also applies this repair.
    pub(super) fn again<'w>(self, shape: ObjectShape, repair: Repair) -> Pass<'w> {
        let mut repairs = self.repairs;
        repairs.entry(shape).or_default().push(repair);
        Pass { repairs, ..Pass::default() }
    }

    pub(super) fn into_diagnostics(self) -> JsonDiagnostics {
        self.errors.into_inner()
    }

    /// Reports that the reading ended with this error, at the value itself.
    pub(super) fn aborted(self, error: &str) -> JsonDiagnostics {
        self.path.take();
        self.report(String::new, || Reason::new("value_unreadable", error).with("hint", &error));
        self.into_diagnostics()
    }

    pub(super) fn within<T>(&self, step: PathSegment<'v>, read: impl FnOnce() -> T) -> T {
        self.path.borrow_mut().push(step);
        let read = read();
        self.path.borrow_mut().pop();
        read
    }

    pub(super) fn repairs(&self, shape: ObjectShape) -> impl Iterator<Item = Repair> {
        self.repairs.get(&shape).into_iter().flatten().copied()
    }

    /// Reports a fault of the current value. Of many faults most are only counted, so the closures are not called.
    pub(super) fn report(&self, value: impl FnOnce() -> String, reason: impl FnOnce() -> Reason) {
        self.add(None, None, value, reason);
    }

    /// Reports a fault of one field of the current value.
    pub(super) fn report_at(&self, field: &str, reason: impl FnOnce() -> Reason) {
        self.add(Some(field), None, String::new, reason);
    }

    pub(super) fn report_missing(&self, field: &'static str) {
        let reason =
            || Reason::new("field_missing", format!("missing field `{field}`")).with("field", &field);
        self.add(None, Some(field), String::new, reason);
    }

    fn add(
        &self,
        field: Option<&str>,
        missing: Option<&'static str>,
        value: impl FnOnce() -> String,
        reason: impl FnOnce() -> Reason,
    ) {
        let mut errors = self.errors.borrow_mut();
        if errors.reported.len() == MAX_ERRORS_PER_FILE {
            errors.more += 1;
            return;
        }
        let path = self.path.borrow().iter().fold(String::new(), |path, step| match step {
            PathSegment::Key(key) => below(&path, key),
            PathSegment::Index(index) => format!("{path}[{index}]"),
        });
        let path = field.map_or_else(|| path.clone(), |field| below(&path, field));
        errors.reported.push(JsonDiagnostic { path, value: value(), reason: reason(), missing });
    }
}

impl ObjectShape {
    pub(super) fn of(name: &'static str, known: &[&str], given: impl Iterator<Item = &'static str>) -> Self {
        let bit = |name| known.iter().position(|known| *known == name).map_or(0, |place| 1 << (place % 64));
        Self { name, fields: given.fold(0, |fields, name| fields | bit(name)) }
    }
}

impl JsonDiagnostic {
    /// Path of an inserted default. No further faults are reported for it.
    pub fn mended_path(&self) -> String {
        self.missing.map_or_else(|| self.path.clone(), |name| below(&self.path, name))
    }
}

impl Error {
    /// Attributes an error to the object of this shape, whose last field read was `last`. Enclosing objects leave it
    /// unchanged.
    pub(super) fn inside(self, shape: ObjectShape, last: &'static str) -> Self {
        match self {
            Self::Missing(field) => Self::NeedsRepair(shape, Repair::Missing(field)),
            Self::DuplicateKey(_) => Self::NeedsRepair(shape, Repair::DuplicateKey(last)),
            other => other,
        }
    }
}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self::Other(reason.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::DuplicateKey(field)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) | Self::NeedsRepair(_, Repair::Missing(field)) => {
                write!(f, "missing field `{field}`")
            }
            Self::DuplicateKey(field) | Self::NeedsRepair(_, Repair::DuplicateKey(field)) => {
                write!(f, "duplicate field `{field}`")
            }
            Self::Other(reason) => f.write_str(reason),
        }
    }
}
