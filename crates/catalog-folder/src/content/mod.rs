//! `content.json`: the shop's texts and links other than products.

mod check;
mod company;
mod locate;
mod model;
mod pass;
mod read;
mod recovering;
mod recovering_deserializer;
mod unique;

pub use model::{
    Article, Banner, Company, Content, DeliveryTime, Document, Hero, HeroTile, MenuItem, NamedLink, Page,
    PopularSearch, Question, Text, TopMessage, Vacancy,
};
pub(crate) use read::read;
