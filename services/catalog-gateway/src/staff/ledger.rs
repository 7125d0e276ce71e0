//! Types of the change ledger: change sets with actor, source and kind, and the old and new value of each field.

use heuan_rpc::{Code, Error};

use super::Field;

/// The member of the staff who makes a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// `None` on the command line.
    pub account_id: Option<i64>,
    pub name: String,
}

impl Actor {
    /// The operator on the command line.
    pub fn command_line() -> Self {
        Self { account_id: None, name: "command line".to_owned() }
    }

    /// The error for a caller without the role.
    pub fn refused() -> Error {
        let mut error = Error::new(Code::PermissionDenied, "this is for the staff");
        "staff".clone_into(&mut error.detail.reason);
        error
    }
}

/// Source of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeSource {
    Edit,
    Import,
    Order,
}

impl ChangeSource {
    pub fn name(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Import => "import",
            Self::Order => "order",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Edit, Self::Import, Self::Order].into_iter().find(|source| source.name() == name)
    }
}

/// Kind of a change set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Edit,
    Bulk,
    /// A new product.
    Create,
    /// A copy of a product, with all its fields.
    Duplicate,
    /// A product was shown or hidden by its schedule.
    Schedule,
    /// Products moved to another category with their group.
    Move,
    Receive,
    Count,
    Damage,
    Correct,
    Undo,
    Import,
    /// An import added or took off units.
    StockChange,
    Sale,
    Return,
}

impl ChangeKind {
    /// Kinds whose change sets can be listed: changes by members of the staff, not by customers and schedules.
    pub const LISTED: [Self; 11] = [
        Self::Edit,
        Self::Bulk,
        Self::Create,
        Self::Duplicate,
        Self::Receive,
        Self::Count,
        Self::Damage,
        Self::Correct,
        Self::Undo,
        Self::Import,
        Self::StockChange,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Bulk => "bulk",
            Self::Create => "create",
            Self::Duplicate => "duplicate",
            Self::Schedule => "schedule",
            Self::Move => "move",
            Self::Receive => "receive",
            Self::Count => "count",
            Self::Damage => "damage",
            Self::Correct => "correct",
            Self::Undo => "undo",
            Self::Import => "import",
            Self::StockChange => "stock_change",
            Self::Sale => "sale",
            Self::Return => "return",
        }
    }
}

/// One changed field of one product. `None` is null.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldValue {
    pub pro_id: i64,
    pub field: Field,
    pub from: Option<String>,
    pub to: Option<String>,
}

/// Changes that one change set made to one product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub change_id: String,
    pub at: i64,
    pub account_id: Option<i64>,
    pub name: String,
    pub source: ChangeSource,
    pub kind: String,
    pub reason: String,
    pub reference: String,
    pub product_count: i64,
    /// Whether every field of the product was restored.
    pub undone: bool,
    /// Empty in a list of change sets.
    pub fields: Vec<FieldValue>,
}

/// Whether a change set of this kind can be undone. A new product and a copy are hidden instead, a change by
/// a schedule is corrected by hand, and a group is moved back by editing the content.
pub fn is_undoable(kind: &str) -> bool {
    let never = [ChangeKind::Create, ChangeKind::Duplicate, ChangeKind::Schedule, ChangeKind::Move];
    !never.iter().any(|never| never.name() == kind)
}

impl LedgerEntry {
    pub fn can_undo(&self) -> bool {
        let is_whole_set = self.fields.is_empty();
        let can_be_undone = match self.source {
            ChangeSource::Edit => is_undoable(&self.kind),
            // An import is undone product by product.
            ChangeSource::Import => !is_whole_set,
            ChangeSource::Order => false,
        };
        !self.undone && can_be_undone && (is_whole_set || self.fields.iter().any(|one| one.from != one.to))
    }
}
