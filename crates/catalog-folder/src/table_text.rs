//! Writing of tables and `content.json` of a catalog folder, in the format that [`read`](crate::read) reads.

use std::borrow::Cow;

use time::Date;

use crate::values::moment_text;
use crate::{Branch, Category, Content, FolderTable, Group, Product, Promotion, PromotionType};

/// Byte-order mark, by which spreadsheets detect UTF-8.
const BOM: char = '\u{FEFF}';

/// A row of a table.
pub trait TableRow {
    const TABLE: FolderTable;

    /// The fields in the order of the table's columns.
    fn fields(&self) -> Vec<Cow<'_, str>>;

    /// Paths of the images that the row names.
    fn images(&self) -> Vec<&str>;
}

/// The first line of a table.
pub fn table_header(table: FolderTable) -> String {
    let mut text = String::from(BOM);
    push_fields(&mut text, table.exported_columns().map(Cow::Borrowed));
    text
}

/// Adds the line of a row.
pub fn push_row<R: TableRow>(text: &mut String, row: &R) {
    push_fields(text, row.fields().into_iter());
}

/// Adds a line of fields.
pub fn push_fields<'a>(text: &mut String, fields: impl Iterator<Item = Cow<'a, str>>) {
    for (index, field) in fields.enumerate() {
        if index > 0 {
            text.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&field.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&field);
        }
    }
    text.push_str("\r\n");
}

/// `content.json` with the present sections, indented.
pub fn content_text(content: &Content) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(content)?;
    text.push('\n');
    Ok(text)
}

/// Paths of the images and of the documents that `content` names.
pub fn content_files(content: &Content) -> (Vec<&str>, Vec<&str>) {
    let mut images: Vec<&str> = Vec::new();
    images.extend(content.banners.iter().flatten().map(|it| it.image.as_str()));
    images.extend(content.hero.iter().flat_map(|hero| &hero.tiles).map(|it| it.image.as_str()));
    let articles = [&content.news, &content.homeguru].into_iter().flatten().flatten();
    images.extend(articles.map(|it| it.image.as_str()));
    let pages = || content.pages.iter().flat_map(|pages| pages.values());
    images.extend(pages().map(|it| it.image.as_str()));
    images.retain(|path| !path.is_empty());
    let documents = pages().flat_map(|page| &page.documents).map(|it| it.file.as_str()).collect();
    (images, documents)
}

fn text(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

fn id<'a>(id: i64) -> Cow<'a, str> {
    Cow::Owned(id.to_string())
}

fn number<'a>(number: Option<impl ToString>) -> Cow<'a, str> {
    number.map_or(Cow::Borrowed(""), |number| Cow::Owned(number.to_string()))
}

fn flag<'a>(flag: bool) -> Cow<'a, str> {
    Cow::Borrowed(if flag { "1" } else { "0" })
}

fn day<'a>(day: Option<Date>) -> Cow<'a, str> {
    number(day.map(|day| format!("{:04}-{:02}-{:02}", day.year(), u8::from(day.month()), day.day())))
}

/// A JSON list; an empty one is an empty field.
fn list<'a, T: serde::Serialize>(list: &[T]) -> Cow<'a, str> {
    if list.is_empty() {
        return Cow::Borrowed("");
    }
    Cow::Owned(serde_json::to_string(list).unwrap_or_default())
}

fn one_image(path: &str) -> Vec<&str> {
    if path.is_empty() { Vec::new() } else { vec![path] }
}

impl TableRow for Category {
    const TABLE: FolderTable = FolderTable::Categories;

    fn fields(&self) -> Vec<Cow<'_, str>> {
        vec![
            id(self.cat_id),
            text(&self.cat_name_la),
            text(&self.cat_name_en),
            text(&self.cat_img),
            flag(self.visible),
        ]
    }

    fn images(&self) -> Vec<&str> {
        one_image(&self.cat_img)
    }
}

impl TableRow for Group {
    const TABLE: FolderTable = FolderTable::Groups;

    fn fields(&self) -> Vec<Cow<'_, str>> {
        vec![
            id(self.prog_id),
            id(self.cat_id),
            text(&self.prog_name_la),
            text(&self.prog_name_en),
            flag(self.visible),
        ]
    }

    fn images(&self) -> Vec<&str> {
        Vec::new()
    }
}

impl TableRow for Product {
    const TABLE: FolderTable = FolderTable::Products;

    fn fields(&self) -> Vec<Cow<'_, str>> {
        vec![
            id(self.pro_id),
            number(self.cat_id),
            number(self.prog_id),
            text(&self.pro_name_la),
            text(&self.pro_name_en),
            number(self.price),
            number(self.product_price1),
            number(self.stock),
            id(self.vatrate),
            text(&self.unit_name_la),
            text(&self.unit_name_en),
            text(&self.brand),
            text(&self.pro_img_cover),
            list(&self.images),
            text(&self.description_la),
            text(&self.description_en),
            text(if self.attributes == "{}" { "" } else { &self.attributes }),
            flag(self.visible),
            number(self.visible_from.map(moment_text)),
            number(self.visible_until.map(moment_text)),
            text(&self.location),
        ]
    }

    fn images(&self) -> Vec<&str> {
        let mut images = one_image(&self.pro_img_cover);
        images.extend(self.images.iter().map(String::as_str));
        images
    }
}

impl TableRow for Branch {
    const TABLE: FolderTable = FolderTable::Branches;

    fn fields(&self) -> Vec<Cow<'_, str>> {
        vec![
            id(self.b_id),
            text(&self.b_code),
            text(&self.b_name),
            text(&self.b_name_eng),
            text(&self.b_image),
            text(&self.brchcode),
            text(&self.tb_address_la),
            text(&self.tb_address_en),
            text(&self.b_map),
            text(&self.b_f_phone),
            text(&self.b_s_phone),
            text(&self.b_email),
            text(&self.b_f_fax),
            text(&self.b_s_fax),
            text(&self.b_history_la),
            text(&self.b_history_en),
            flag(self.b_show_map),
            number(self.lat),
            number(self.lng),
            text(&self.open),
            text(&self.close),
        ]
    }

    fn images(&self) -> Vec<&str> {
        one_image(&self.b_image)
    }
}

impl TableRow for PromotionType {
    const TABLE: FolderTable = FolderTable::PromotionTypes;

    fn fields(&self) -> Vec<Cow<'_, str>> {
        vec![id(self.promo_type_id), text(&self.promo_type_name), text(&self.promo_type_name_en)]
    }

    fn images(&self) -> Vec<&str> {
        Vec::new()
    }
}

impl TableRow for Promotion {
    const TABLE: FolderTable = FolderTable::Promotions;

    fn fields(&self) -> Vec<Cow<'_, str>> {
        vec![
            id(self.promo_id),
            id(self.promo_type_id),
            list(&self.pro_ids),
            text(&self.title_la),
            text(&self.title_en),
            day(self.starts),
            day(self.ends),
            text(&self.banner),
            flag(self.published),
        ]
    }

    fn images(&self) -> Vec<&str> {
        one_image(&self.banner)
    }
}
