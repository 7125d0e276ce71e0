//! Checks of bodies from outside by the rules of an import, and cleaning of their texts. All errors are reported
//! at once.

use std::collections::HashSet;

use heuan_catalog_folder::{
    MAX_DOCUMENTS, MAX_FIELD_BYTES, MAX_ID, MAX_MENU_DEPTH, MAX_NAME_CHARS, MAX_PROMOTED, check_href,
    parse_day, visible_text,
};
use heuan_media::MediaRoot;
use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::{Code, Error};

use super::{CategoriesBody, MenuBody, MessagesBody, PageItemBody, PromotionBody};
use crate::content::{Banner, Hero, MenuItem, Text};

const MAX_MESSAGES: usize = 20;
const MAX_TILES: usize = 5;
const MAX_PARAGRAPHS: usize = 500;
const MAX_MENU_ITEMS: usize = 500;
/// Maximum position, which editors choose.
const MAX_POSITION: i64 = 1_000_000;

/// Collects the errors of a body.
pub struct Checker<'a> {
    /// The shop's images; without it their existence is not checked.
    media: Option<&'a MediaRoot>,
    errors: Vec<FieldError>,
}

impl<'a> Checker<'a> {
    pub fn new(media: Option<&'a MediaRoot>) -> Self {
        Self { media, errors: Vec::new() }
    }

    pub fn promotion(&mut self, body: &mut PromotionBody) {
        self.title("title", &mut body.title);
        if let Some(name) = &mut body.new_type {
            self.title("new_type", name);
            if body.promo_type_id != 0 {
                self.add_error("new_type", "name a type or a new one, not both", "invalid");
            }
        }
        self.image("banner", &body.banner, false);
        self.days(&body.starts, &body.ends);
        if body.ends.is_empty() {
            // Shoppers see the remaining time of a promotion.
            self.add_error("ends", "a last day is needed", "required");
        }
        self.position(body.position);
        let mut seen = HashSet::new();
        if body.pro_ids.len() > MAX_PROMOTED {
            self.add_error("pro_ids", format!("at most {MAX_PROMOTED} products"), "too_many");
        } else if let Some(twice) = body.pro_ids.iter().find(|id| !seen.insert(**id)) {
            self.add_error("pro_ids", format!("names product {twice} twice"), "invalid");
        }
    }

    pub fn banner(&mut self, banner: &mut Banner) {
        self.title("title", &mut banner.title);
        self.image("image", &banner.image, true);
        self.href("href", &banner.href, true);
        self.days(&banner.starts, &banner.ends);
        self.position(banner.position);
    }

    pub fn hero(&mut self, hero: &mut Hero) {
        self.prose("title", &mut hero.title, MAX_NAME_CHARS);
        self.prose("text", &mut hero.text, MAX_NAME_CHARS);
        self.at_most("tiles", hero.tiles.len(), MAX_TILES);
        for (index, tile) in hero.tiles.iter_mut().enumerate() {
            let path = format!("tiles[{index}]");
            self.title(&format!("{path}.title"), &mut tile.title);
            self.line(&format!("{path}.text"), &mut tile.text);
            self.image(&format!("{path}.image"), &tile.image, true);
            self.href(&format!("{path}.href"), &tile.href, true);
        }
    }

    pub fn messages(&mut self, body: &mut MessagesBody) {
        self.at_most("messages", body.messages.len(), MAX_MESSAGES);
        for (index, message) in body.messages.iter_mut().enumerate() {
            let path = format!("messages[{index}]");
            self.title(&format!("{path}.text"), &mut message.text);
            self.href(&format!("{path}.href"), &message.href, true);
        }
    }

    /// A page. Its documents must exist; their sizes are read from the files.
    pub fn page(&mut self, slug: &str, body: &mut PageItemBody) {
        let is_word = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if slug.len() > 100 || !slug.split('/').all(is_word) {
            self.add_error("item_id", "has small letters, digits, - and / only, at most 100", "invalid");
        }
        self.title("title", &mut body.title);
        self.day("date", &body.date);
        self.days(&body.starts, &body.ends);
        self.image("image", &body.image, false);
        self.at_most("paragraphs", body.paragraphs.len(), MAX_PARAGRAPHS);
        for (index, paragraph) in body.paragraphs.iter_mut().enumerate() {
            self.prose(&format!("paragraphs[{index}]"), paragraph, MAX_FIELD_BYTES);
        }
        self.at_most("questions", body.questions.len(), MAX_PARAGRAPHS);
        for (index, question) in body.questions.iter_mut().enumerate() {
            let path = format!("questions[{index}]");
            self.needed_prose(&format!("{path}.question"), &mut question.question);
            self.needed_prose(&format!("{path}.answer"), &mut question.answer);
        }
        self.at_most("jobs", body.jobs.len(), MAX_PARAGRAPHS);
        for (index, vacancy) in body.jobs.iter_mut().enumerate() {
            let path = format!("jobs[{index}]");
            self.title(&format!("{path}.title"), &mut vacancy.title);
            self.line(&format!("{path}.type"), &mut vacancy.kind);
            self.one_line(&format!("{path}.branch"), &vacancy.branch);
        }
        self.at_most("documents", body.documents.len(), MAX_DOCUMENTS);
        for (index, document) in body.documents.iter_mut().enumerate() {
            let path = format!("documents[{index}]");
            self.title(&format!("{path}.title"), &mut document.title);
            self.day(&format!("{path}.date"), &document.date);
            let Some(media) = self.media else { continue };
            match media.resolve_document(&document.file).map(std::fs::metadata) {
                Ok(Ok(metadata)) => document.size = metadata.len(),
                _ => self.add_error(&format!("{path}.file"), "the shop has no such document", "unknown"),
            }
        }
    }

    pub fn menu(&mut self, body: &mut MenuBody) {
        let mut ids = HashSet::new();
        self.menu_items("items", &mut body.items, 1, &mut ids);
        self.at_most("items", ids.len(), MAX_MENU_ITEMS);
    }

    fn menu_items(&mut self, path: &str, items: &mut [MenuItem], depth: usize, ids: &mut HashSet<i64>) {
        if depth > MAX_MENU_DEPTH && !items.is_empty() {
            self.add_error(path, format!("the menu is more than {MAX_MENU_DEPTH} levels deep"), "invalid");
            return;
        }
        for (index, item) in items.iter_mut().enumerate() {
            let path = format!("{path}[{index}]");
            if !(1..=MAX_ID).contains(&item.id) || !ids.insert(item.id) {
                self.add_error(
                    &format!("{path}.id"),
                    "must be another positive number in each item",
                    "invalid",
                );
            }
            self.title(&format!("{path}.label"), &mut item.label);
            if let Some(sublabel) = &mut item.sublabel {
                self.line(&format!("{path}.sublabel"), sublabel);
            }
            item.sublabel.take_if(|text| *text == Text::default());
            self.href(&format!("{path}.href"), &item.href, false);
            self.menu_items(&format!("{path}.children"), &mut item.children, depth + 1, ids);
        }
    }

    /// Checks names and images of categories. Ids and removed categories are checked against the shop.
    pub fn categories(&mut self, body: &mut CategoriesBody) {
        for (index, category) in body.categories.iter_mut().enumerate() {
            let path = format!("categories[{index}]");
            self.title(&format!("{path}.name"), &mut category.name);
            self.image(&format!("{path}.img"), &category.img, false);
            for (index, group) in category.groups.iter_mut().enumerate() {
                self.title(&format!("{path}.groups[{index}].name"), &mut group.name);
            }
        }
    }

    /// A required text of one line.
    fn title(&mut self, path: &str, text: &mut Text) {
        self.line(path, text);
        self.needed(path, text);
    }

    fn needed(&mut self, path: &str, text: &Text) {
        if text.la.is_empty() && text.en.is_empty() {
            self.add_error(path, "a text is needed, in Lao or in English", "required");
        }
    }

    fn line(&mut self, path: &str, text: &mut Text) {
        for (language, text) in [("la", &mut text.la), ("en", &mut text.en)] {
            clean(text);
            self.one_line(&format!("{path}.{language}"), text);
        }
    }

    fn one_line(&mut self, path: &str, text: &str) {
        if text.chars().any(char::is_control) {
            self.add_error(path, "has a line break or control character", "invalid");
        } else if text.chars().nth(MAX_NAME_CHARS).is_some() {
            self.add_error(path, format!("is longer than {MAX_NAME_CHARS} characters"), "too_long");
        }
    }

    fn needed_prose(&mut self, path: &str, text: &mut Text) {
        self.prose(path, text, MAX_FIELD_BYTES);
        self.needed(path, text);
    }

    /// A text of several lines, of at most `max` bytes in each language.
    fn prose(&mut self, path: &str, text: &mut Text, max: usize) {
        for (language, text) in [("la", &mut text.la), ("en", &mut text.en)] {
            clean(text);
            let path = format!("{path}.{language}");
            if text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t')) {
                self.add_error(&path, "has a control character", "invalid");
            } else if text.len() > max {
                self.add_error(&path, format!("is longer than {max} bytes"), "too_long");
            }
        }
    }

    fn href(&mut self, path: &str, href: &str, may_be_empty: bool) {
        if may_be_empty && href.is_empty() {
            return;
        }
        if let Err(reason) = check_href(href) {
            self.add_error(path, reason, "invalid");
        }
    }

    fn image(&mut self, path: &str, image: &str, needed: bool) {
        if image.is_empty() {
            if needed {
                self.add_error(path, "an image is needed", "required");
            }
        } else if heuan_media::check_path(image).is_err()
            || self.media.is_some_and(|media| media.resolve(image).is_err())
        {
            self.add_error(path, "the shop has no such image", "unknown");
        }
    }

    fn day(&mut self, path: &str, day: &str) {
        if !day.is_empty() && parse_day(day).is_none() {
            self.add_error(path, "must be a day such as 2026-11-30", "invalid");
        }
    }

    fn days(&mut self, starts: &str, ends: &str) {
        self.day("starts", starts);
        self.day("ends", ends);
        if !starts.is_empty() && !ends.is_empty() && ends < starts {
            self.add_error("ends", "must not be before the first day", "invalid");
        }
    }

    fn position(&mut self, position: i64) {
        if !(-MAX_POSITION..=MAX_POSITION).contains(&position) {
            let message = format!("must be from -{MAX_POSITION} to {MAX_POSITION}");
            self.add_error("position", message, "invalid");
        }
    }

    fn at_most(&mut self, path: &str, count: usize, max: usize) {
        if count > max {
            self.add_error(path, format!("must be at most {max}"), "too_many");
        }
    }

    pub fn add_error(&mut self, field: &str, message: impl Into<String>, reason: &str) {
        self.errors.push(FieldError {
            field: field.to_owned(),
            message: message.into(),
            reason: reason.to_owned(),
        });
    }

    /// Whether no error was found so far.
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Reports all errors.
    pub fn finish(self) -> Result<(), Error> {
        let Some(first) = self.errors.first() else { return Ok(()) };
        let mut error = Error::new(Code::InvalidArgument, format!("{}: {}", first.field, first.message));
        error.detail.field.clone_from(&first.field);
        error.detail.errors = self.errors;
        Err(error)
    }
}

/// Trims a text, and empties it if nothing in it is visible.
fn clean(text: &mut String) {
    let cleaned = visible_text(text.trim());
    if cleaned.len() != text.len() {
        *text = cleaned.to_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(la: &str, en: &str) -> Text {
        Text { la: la.to_owned(), en: en.to_owned() }
    }

    fn fields(error: &Error) -> Vec<&str> {
        error.detail.errors.iter().map(|one| one.field.as_str()).collect()
    }

    #[test]
    fn promotion_with_several_errors_reports_each() {
        let mut checker = Checker::new(None);
        checker.promotion(&mut PromotionBody {
            title: text("\u{200b}", " "),
            promo_type_id: 1,
            new_type: None,
            starts: "2026-12-02".to_owned(),
            ends: "2026-12-01".to_owned(),
            banner: "../etc/passwd".to_owned(),
            pro_ids: vec![1, 2, 1],
            published: true,
            position: i64::MAX,
        });
        let error = checker.finish().unwrap_err();
        assert_eq!(fields(&error), ["title", "banner", "ends", "position", "pro_ids"]);
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "title"));
    }

    #[test]
    fn link_that_runs_scripts_is_refused() {
        let mut checker = Checker::new(None);
        let item = |id, href: &str, children| MenuItem {
            id,
            label: text("ໜ້າຫຼັກ", "Home"),
            sublabel: Some(text(" ", "")),
            href: href.to_owned(),
            children,
        };
        let mut menu = MenuBody {
            items: vec![item(1, "/", vec![item(1, "#", vec![])]), item(2, "javascript:alert(1)", vec![])],
        };
        checker.menu(&mut menu);
        assert_eq!(menu.items[0].sublabel, None);
        let error = checker.finish().unwrap_err();
        assert_eq!(fields(&error), ["items[0].children[0].id", "items[1].href"]);
    }

    #[test]
    fn page_keeps_line_breaks_and_trims_texts() {
        let mut checker = Checker::new(None);
        let mut page = PageItemBody::of(
            String::new(),
            crate::content::PageBody {
                title: text("ກ່ຽວກັບ", " About "),
                paragraphs: vec![text("ແຖວ\nແຖວ", "")],
                ..Default::default()
            },
        );
        checker.page("investor/ir-relations", &mut page);
        checker.finish().unwrap();
        assert_eq!((page.title.en.as_str(), page.paragraphs[0].la.as_str()), ("About", "ແຖວ\nແຖວ"));
        for slug in ["", "About", "a//b", "a b"] {
            let mut checker = Checker::new(None);
            checker.page(slug, &mut page);
            assert_eq!(fields(&checker.finish().unwrap_err()), ["item_id"], "{slug}");
        }
    }
}
