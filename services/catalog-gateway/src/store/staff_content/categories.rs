//! SQL of categories and groups as one content item that the staff edit.

use std::collections::{BTreeSet, HashMap};

use heuan_staff_content::ContentItem;
use heuan_store::{Result, Tx, on, run};

use super::{
    super::{content::parse, import::touch},
    item,
};
use crate::{
    content::Text,
    staff_content::{CategoriesBody, CategoryBody, Checker, GroupBody, Kind},
};

pub async fn read(tx: &mut Tx) -> Result<ContentItem> {
    item(Kind::Categories.name(), &in_shop(tx).await?)
}

async fn in_shop(tx: &mut Tx) -> Result<CategoriesBody> {
    let sql = "SELECT prog_id, cat_id, name_la, name_en FROM product_group ORDER BY position, prog_id";
    let rows: Vec<(i64, i64, String, String)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let mut groups: HashMap<i64, Vec<GroupBody>> = HashMap::new();
    for (prog_id, cat_id, la, en) in rows {
        groups.entry(cat_id).or_default().push(GroupBody { prog_id, name: Text { la, en } });
    }
    let sql = "SELECT cat_id, name_la, name_en, img FROM category ORDER BY position, cat_id";
    let rows: Vec<(i64, String, String, String)> =
        on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let category = |(cat_id, la, en, img)| CategoryBody {
        cat_id,
        name: Text { la, en },
        img,
        groups: groups.remove(&cat_id).unwrap_or_default(),
    };
    Ok(CategoriesBody { categories: rows.into_iter().map(category).collect() })
}

/// Reports categories and groups that are missing, unknown, there twice or in another category: products follow them, so
/// an import moves them.
pub async fn check(tx: &mut Tx, body: &CategoriesBody, checker: &mut Checker<'_>) -> Result<()> {
    let ids = |body: &CategoriesBody| {
        let of = |category: &CategoryBody| {
            let mut ids = vec![(category.cat_id, 0)];
            ids.extend(category.groups.iter().map(|group| (category.cat_id, group.prog_id)));
            ids
        };
        body.categories.iter().flat_map(of).collect::<Vec<_>>()
    };
    let (present, named) = (ids(&in_shop(tx).await?), ids(body));
    let is_same = present.len() == named.len()
        && present.iter().collect::<BTreeSet<_>>() == named.iter().collect::<BTreeSet<_>>();
    if !is_same {
        let message =
            "must have each category and each of its groups once; an import adds, removes and moves them";
        checker.fault("categories", message, "invalid");
    }
    Ok(())
}

pub async fn write(tx: &mut Tx, item: &ContentItem, revision: i64) -> Result<()> {
    let body: CategoriesBody = parse("categories", &item.body)?;
    let category =
        "UPDATE category SET name_la = $2, name_en = $3, img = $4, position = $5 WHERE cat_id = $1";
    let group = "UPDATE product_group SET name_la = $2, name_en = $3, position = $4 WHERE prog_id = $1";
    let mut group_positions = 0_i64..;
    for (it, position) in body.categories.iter().zip(0_i64..) {
        run!(*tx, category, it.cat_id, &it.name.la, &it.name.en, &it.img, position)?;
        for (it, position) in it.groups.iter().zip(group_positions.by_ref()) {
            run!(*tx, group, it.prog_id, &it.name.la, &it.name.en, position)?;
        }
    }
    touch(tx, "category", revision).await?;
    touch(tx, "group", revision).await
}
