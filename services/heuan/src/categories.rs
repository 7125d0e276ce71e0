//! `heuan categories`: lists, hides, shows, moves and removes categories and groups as the back office does. May run while the
//! shop is running. An import creates and renames them.

use std::{process::ExitCode, str::FromStr, sync::Arc};

use anyhow::{Result, bail};
use clap::Subcommand;
use heuan_catalog_gateway::{
    NAME,
    content::Text,
    staff_content::CategoriesBody,
    store::{StaffContent, Store},
};
use heuan_runtime::clock::Clock;

use crate::{
    data_folder,
    service_error::message_with_field,
    settings::{self, Shop},
};

#[derive(Subcommand)]
pub enum Categories {
    /// Print all categories and groups in shop order, with their ids.
    List,
    /// Hide a category or group from the lists of shoppers. Its products are found as before.
    Hide {
        /// `c3` for category 3, `g11` for group 11.
        node: Node,
    },
    /// Show a hidden category or group again.
    Show {
        /// `c3` for category 3, `g11` for group 11.
        node: Node,
    },
    /// Move a group with its products to another category.
    Move {
        /// Id of the group, without `g`.
        group: i64,
        /// Id of the category, without `c`.
        category: i64,
    },
    /// Remove a category or group without products.
    Remove {
        /// `c3` for category 3, `g11` for group 11.
        node: Node,
    },
}

/// A category or group by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    Category(i64),
    Group(i64),
}

impl FromStr for Node {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let id = |digits: &str| digits.parse::<i64>().map_err(|_| "must be like c3 or g11");
        match text.split_at_checked(1) {
            Some(("c", digits)) => id(digits).map(Self::Category),
            Some(("g", digits)) => id(digits).map(Self::Group),
            _ => Err("must be like c3 or g11"),
        }
    }
}

pub fn run(command: &Categories) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Arc::new(Store::open(&shop.location(NAME)).await?);
        let outcome = carry_out(command, &StaffContent::new(store.clone(), None)).await;
        store.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(command: &Categories, content: &StaffContent) -> Result<()> {
    let (mut body, version) = content.categories().await.map_err(message_with_field)?;
    match *command {
        Categories::List => {
            print!("{}", text(&body));
            return Ok(());
        }
        Categories::Hide { node } => hide(&mut body, node, true)?,
        Categories::Show { node } => hide(&mut body, node, false)?,
        Categories::Move { group, category } => move_group(&mut body, group, category)?,
        Categories::Remove { node } => remove(&mut body, node)?,
    }
    content.save_categories(&body, &version, Clock::System.now_ms()).await.map_err(message_with_field)?;
    println!("saved");
    Ok(())
}

fn hide(body: &mut CategoriesBody, node: Node, hidden: bool) -> Result<()> {
    for category in &mut body.categories {
        if node == Node::Category(category.cat_id) {
            category.hidden = hidden;
            return Ok(());
        }
        if let Some(group) = category.groups.iter_mut().find(|group| node == Node::Group(group.prog_id)) {
            group.hidden = hidden;
            return Ok(());
        }
    }
    unknown(node)
}

fn remove(body: &mut CategoriesBody, node: Node) -> Result<()> {
    let count = |body: &CategoriesBody| {
        body.categories.iter().map(|category| 1 + category.groups.len()).sum::<usize>()
    };
    let before = count(body);
    body.categories.retain(|category| node != Node::Category(category.cat_id));
    for category in &mut body.categories {
        category.groups.retain(|group| node != Node::Group(group.prog_id));
    }
    if count(body) == before { unknown(node) } else { Ok(()) }
}

fn move_group(body: &mut CategoriesBody, prog_id: i64, cat_id: i64) -> Result<()> {
    if !body.categories.iter().any(|category| category.cat_id == cat_id) {
        return unknown(Node::Category(cat_id));
    }
    let mut moved = None;
    for category in &mut body.categories {
        if let Some(index) = category.groups.iter().position(|group| group.prog_id == prog_id) {
            moved = Some(category.groups.remove(index));
        }
    }
    let Some(group) = moved else { return unknown(Node::Group(prog_id)) };
    for category in body.categories.iter_mut().filter(|category| category.cat_id == cat_id) {
        category.groups.push(group.clone());
    }
    Ok(())
}

fn unknown(node: Node) -> Result<()> {
    match node {
        Node::Category(id) => bail!("there is no category {id}"),
        Node::Group(id) => bail!("there is no group {id}"),
    }
}

fn text(body: &CategoriesBody) -> String {
    let line = |id: String, name: &Text, hidden: bool| {
        format!("{id}  {} / {}{}\n", name.la, name.en, if hidden { "  (hidden)" } else { "" })
    };
    let mut text = String::new();
    for category in &body.categories {
        text += &line(format!("c{}", category.cat_id), &category.name, category.hidden);
        for group in &category.groups {
            text += &line(format!("  g{}", group.prog_id), &group.name, group.hidden);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> CategoriesBody {
        let text = r#"{"categories": [
            {"cat_id": 1, "name": {"la": "ສີ", "en": "Paint"}, "img": "", "groups": [
                {"prog_id": 11, "name": {"la": "", "en": "Enamel"}}]},
            {"cat_id": 2, "name": {"la": "ໄຟ", "en": "Lighting"}, "img": "", "groups": []}]}"#;
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn node_is_a_letter_and_an_id() {
        assert_eq!("c3".parse(), Ok(Node::Category(3)));
        assert_eq!("g11".parse(), Ok(Node::Group(11)));
        for wrong in ["", "3", "c", "x3", "ສ3"] {
            assert!(wrong.parse::<Node>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn categories_are_moved_hidden_and_removed() {
        let mut body = body();
        move_group(&mut body, 11, 2).unwrap();
        hide(&mut body, Node::Category(1), true).unwrap();
        assert_eq!(text(&body), "c1  ສີ / Paint  (hidden)\nc2  ໄຟ / Lighting\n  g11   / Enamel\n");
        remove(&mut body, Node::Group(11)).unwrap();
        remove(&mut body, Node::Category(1)).unwrap();
        assert_eq!(text(&body), "c2  ໄຟ / Lighting\n");
        assert!(remove(&mut body, Node::Category(1)).is_err());
        assert!(move_group(&mut body, 11, 2).is_err());
    }
}
