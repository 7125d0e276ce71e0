//! Content that the staff edits: its kinds, the types of their bodies, and their rules. The module has no
//! SQL.

mod body;
mod check;

pub use body::{
    CategoriesBody, CategoryBody, GroupBody, MenuBody, MessagesBody, PageItemBody, PromotionBody,
};
pub use check::Checker;

/// A kind of content of this service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Promotion,
    Banner,
    /// The first view of the home page.
    Hero,
    /// Header messages.
    Messages,
    Page,
    Menu,
    /// Categories and groups.
    Categories,
}

impl Kind {
    pub const ALL: [Self; 7] =
        [Self::Promotion, Self::Banner, Self::Hero, Self::Messages, Self::Page, Self::Menu, Self::Categories];

    pub fn name(self) -> &'static str {
        match self {
            Self::Promotion => "promotion",
            Self::Banner => "banner",
            Self::Hero => "hero",
            Self::Messages => "messages",
            Self::Page => "page",
            Self::Menu => "menu",
            Self::Categories => "categories",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether changes are kept as a draft until they are published. The other kinds have their own state of publication, or are
    /// changed at once.
    pub fn has_drafts(self) -> bool {
        matches!(self, Self::Hero | Self::Menu)
    }

    /// Whether the shop has exactly one item of this kind, whose id is the name of the kind.
    pub fn is_single(self) -> bool {
        matches!(self, Self::Hero | Self::Messages | Self::Menu | Self::Categories)
    }
}
