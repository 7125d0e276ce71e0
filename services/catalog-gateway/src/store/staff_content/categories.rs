//! SQL of categories and groups as one content item that the staff edit.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use heuan_catalog_folder::MAX_ID;
use heuan_staff_content::{ContentItem, ContentWrite};
use heuan_store::{Result, Tx, on, run};
use serde_json::Value;

use super::{
    super::{
        content::parse,
        import::{
            ranks::{self, RerankScope},
            sync_group_categories, touch,
        },
        staff::ledger::{self, ChangeSet},
    },
    former_ids, item,
};
use crate::{
    content::Text,
    staff::{Actor, ChangeKind, Field, FieldValue},
    staff_content::{CategoriesBody, CategoryBody, Checker, GroupBody, Kind},
};

pub async fn read(tx: &mut Tx) -> Result<ContentItem> {
    item(Kind::Categories.name(), &in_shop(tx).await?)
}

async fn in_shop(tx: &mut Tx) -> Result<CategoriesBody> {
    let sql =
        "SELECT prog_id, cat_id, name_la, name_en, hidden FROM product_group ORDER BY position, prog_id";
    let rows: Vec<(i64, i64, String, String, i64)> =
        on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let mut groups: HashMap<i64, Vec<GroupBody>> = HashMap::new();
    for (prog_id, cat_id, la, en, hidden) in rows {
        let group = GroupBody { prog_id, name: Text { la, en }, hidden: hidden == 1 };
        groups.entry(cat_id).or_default().push(group);
    }
    let sql = "SELECT cat_id, name_la, name_en, img, hidden FROM category ORDER BY position, cat_id";
    let rows: Vec<(i64, String, String, String, i64)> =
        on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let category = |(cat_id, la, en, img, hidden)| CategoryBody {
        cat_id,
        name: Text { la, en },
        img,
        hidden: hidden == 1,
        groups: groups.remove(&cat_id).unwrap_or_default(),
    };
    Ok(CategoriesBody { categories: rows.into_iter().map(category).collect() })
}

/// Assigns an id to new categories and groups, whose id is 0. Reports ids that are duplicate or out of range, and
/// removed categories and groups that still have products.
pub async fn check(tx: &mut Tx, body: &mut CategoriesBody, checker: &mut Checker<'_>) -> Result<()> {
    let before = in_shop(tx).await?;
    let is_new = |category: &CategoryBody| {
        category.cat_id == 0 || category.groups.iter().any(|group| group.prog_id == 0)
    };
    if body.categories.iter().any(is_new) {
        let former = highest_former_ids(tx).await?;
        number(&before, former, body);
    }
    let (mut categories, mut groups) = (BTreeSet::new(), BTreeSet::new());
    for (index, category) in body.categories.iter().enumerate() {
        let path = format!("categories[{index}]");
        if !(1..=MAX_ID).contains(&category.cat_id) || !categories.insert(category.cat_id) {
            checker.add_error(
                &format!("{path}.cat_id"),
                "must be 0 or another positive number in each",
                "invalid",
            );
        }
        for (index, group) in category.groups.iter().enumerate() {
            if !(1..=MAX_ID).contains(&group.prog_id) || !groups.insert(group.prog_id) {
                let path = format!("{path}.groups[{index}].prog_id");
                checker.add_error(&path, "must be 0 or another positive number in each", "invalid");
            }
        }
    }
    let names = names(&before);
    for (removed, count) in products_of_removed(tx, &before, &categories, &groups).await? {
        let name = names.get(&removed).map_or("", String::as_str);
        let (what, id) = match removed {
            Node::Category(id) => ("category", id),
            Node::Group(id) => ("group", id),
        };
        let products = if count == 1 { "1 product".to_owned() } else { format!("{count} products") };
        let message = format!("{what} {id} ({name}) still has {products}; move them first");
        checker.add_error("categories", message, "not_empty");
    }
    Ok(())
}

/// A category or group by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Category(i64),
    Group(i64),
}

fn names(body: &CategoriesBody) -> BTreeMap<Node, String> {
    let shown = |name: &Text| if name.en.is_empty() { name.la.clone() } else { name.en.clone() };
    let mut names = BTreeMap::new();
    for category in &body.categories {
        names.insert(Node::Category(category.cat_id), shown(&category.name));
        names.extend(category.groups.iter().map(|group| (Node::Group(group.prog_id), shown(&group.name))));
    }
    names
}

/// The highest ids of a category and of a group that existed before a change, or 0.
async fn highest_former_ids(tx: &mut Tx) -> Result<(i64, i64)> {
    let (mut category_id, mut group_id) = (0, 0);
    let rows = |body: &Value, name: &str| body[name].as_array().cloned().unwrap_or_default();
    former_ids::read_former_bodies(tx, Kind::Categories, |body| {
        for category in rows(body, "categories") {
            category_id = category_id.max(category["cat_id"].as_i64().unwrap_or_default());
            for group in rows(&category, "groups") {
                group_id = group_id.max(group["prog_id"].as_i64().unwrap_or_default());
            }
        }
    })
    .await?;
    Ok((category_id, group_id))
}

/// Assigns to each category and group with id 0 the next id above all others and above the `former` ones.
fn number(before: &CategoriesBody, former: (i64, i64), body: &mut CategoriesBody) {
    let (mut next_category, mut next_group) = (former.0.saturating_add(1), former.1.saturating_add(1));
    for category in before.categories.iter().chain(&body.categories) {
        next_category = next_category.max(category.cat_id.saturating_add(1));
        for group in &category.groups {
            next_group = next_group.max(group.prog_id.saturating_add(1));
        }
    }
    for category in &mut body.categories {
        if category.cat_id == 0 {
            category.cat_id = next_category;
            next_category += 1;
        }
        for group in &mut category.groups {
            if group.prog_id == 0 {
                group.prog_id = next_group;
                next_group += 1;
            }
        }
    }
}

/// The removed categories and groups with products, and the number of these products. Products move with their
/// group.
async fn products_of_removed(
    tx: &mut Tx,
    before: &CategoriesBody,
    categories: &BTreeSet<i64>,
    groups: &BTreeSet<i64>,
) -> Result<BTreeMap<Node, i64>> {
    let names = names(before);
    let is_removed = |node: &Node| match node {
        Node::Category(id) => !categories.contains(id),
        Node::Group(id) => !groups.contains(id),
    };
    if !names.keys().any(is_removed) {
        return Ok(BTreeMap::new());
    }
    let sql = "SELECT cat_id, prog_id, COUNT(*) FROM product GROUP BY cat_id, prog_id";
    let cells: Vec<(i64, i64, i64)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let mut left = BTreeMap::new();
    for (cat_id, prog_id, count) in cells {
        let group = Node::Group(prog_id);
        let removed = if groups.contains(&prog_id) {
            None
        } else if names.contains_key(&group) {
            Some(group)
        } else {
            Some(Node::Category(cat_id))
                .filter(|category| names.contains_key(category) && is_removed(category))
        };
        if let Some(removed) = removed {
            *left.entry(removed).or_default() += count;
        }
    }
    Ok(left)
}

/// Writes all categories and groups, deletes the others, and moves products along with their groups.
pub async fn write(tx: &mut Tx, item: &ContentItem, by: &ContentWrite<'_>) -> Result<()> {
    let body: CategoriesBody = parse("categories", &item.body)?;
    delete_others(tx, &body).await?;
    let category = "INSERT INTO category (cat_id, name_la, name_en, img, position, hidden) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (cat_id) DO UPDATE SET \
           name_la = excluded.name_la, name_en = excluded.name_en, img = excluded.img, \
           position = excluded.position, hidden = excluded.hidden";
    let group = "INSERT INTO product_group (prog_id, cat_id, name_la, name_en, position, hidden) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (prog_id) DO UPDATE SET \
           cat_id = excluded.cat_id, name_la = excluded.name_la, name_en = excluded.name_en, \
           position = excluded.position, hidden = excluded.hidden";
    let mut group_positions = 0_i64..;
    for (it, position) in body.categories.iter().zip(0_i64..) {
        let (cat_id, hidden) = (it.cat_id, i64::from(it.hidden));
        run!(*tx, category, cat_id, &it.name.la, &it.name.en, &it.img, position, hidden)?;
        for (it, position) in it.groups.iter().zip(group_positions.by_ref()) {
            let hidden = i64::from(it.hidden);
            run!(*tx, group, it.prog_id, cat_id, &it.name.la, &it.name.en, position, hidden)?;
        }
    }
    move_products(tx, by).await?;
    touch(tx, "category", by.revision).await?;
    touch(tx, "group", by.revision).await
}

async fn delete_others(tx: &mut Tx, body: &CategoriesBody) -> Result<()> {
    let after = names(body);
    for removed in names(&in_shop(tx).await?).into_keys().filter(|node| !after.contains_key(node)) {
        match removed {
            Node::Category(id) => run!(*tx, "DELETE FROM category WHERE cat_id = $1", id)?,
            Node::Group(id) => run!(*tx, "DELETE FROM product_group WHERE prog_id = $1", id)?,
        };
    }
    Ok(())
}

/// Updates the category of products whose group is now in another category, with their ledger and ranks.
async fn move_products(tx: &mut Tx, by: &ContentWrite<'_>) -> Result<()> {
    let sql = "SELECT p.pro_id, p.cat_id, g.cat_id FROM product p JOIN product_group g ON g.prog_id = p.prog_id \
         WHERE p.cat_id <> g.cat_id ORDER BY p.pro_id";
    let moves: Vec<(i64, i64, i64)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    if moves.is_empty() {
        return Ok(());
    }
    let change = |(pro_id, from, to): &(i64, i64, i64)| FieldValue {
        pro_id: *pro_id,
        field: Field::Category,
        from: Some(from.to_string()),
        to: Some(to.to_string()),
    };
    let changes: Vec<FieldValue> = moves.iter().map(change).collect();
    let actor = Actor { account_id: by.actor.account_id, name: by.actor.name.clone() };
    let set = ChangeSet::new(ChangeKind::Move, Some(&actor), by.revision, by.now);
    ledger::insert(tx, &set, &changes).await?;
    sync_group_categories(tx, by.revision).await?;
    let categories = moves.iter().flat_map(|(_, from, to)| [*from, *to]).collect();
    ranks::write(tx, &RerankScope::of(categories)).await
}
