//! Semantic checks of `content.json` that types cannot express: links, images, dates, depth, ids. The checks of the company
//! are in `company.rs`.

use std::collections::HashSet;

use super::locate::below;
use super::read::Reader;
use super::{Article, Banner, Hero, MenuItem, Page, PopularSearch, Text, TopMessage};
use crate::href::href_fault;
use crate::layout::CONTENT;
use crate::limits::{MAX_DOCUMENTS, MAX_ID, MAX_MENU_DEPTH, MAX_NAME_CHARS, MAX_SEARCH_CHARS};
use crate::message::Reason;
use crate::values::parse_day;
use crate::visible::visible_text;

/// Maximum images of the home page's first view.
const MAX_HERO_TILES: usize = 5;

impl Reader<'_> {
    pub(super) fn check_menu_item(&self, path: &str, item: &MenuItem, depth: usize, ids: &mut HashSet<i64>) {
        self.id(path, item.id, ids);
        self.needed(&below(path, "label"), &item.label);
        self.lines(&below(path, "sublabel"), &item.sublabel);
        self.href(&below(path, "href"), &item.href);
        match item.kind.as_str() {
            "" | "dropdown" => {}
            "link" if item.children.is_empty() => {}
            "link" => self.report(
                &below(path, "type"),
                Reason::new("item_has_children", "must be dropdown, since the item has children"),
            ),
            _ => self.report(
                &below(path, "type"),
                Reason::new("not_item_type", "must be dropdown or link, or be left out"),
            ),
        }
        let children = below(path, "dropDownMenuData");
        if depth == MAX_MENU_DEPTH && !item.children.is_empty() {
            let reason = format!("the menu is more than {MAX_MENU_DEPTH} levels deep");
            self.report(&children, Reason::new("menu_too_deep", reason).with("max", &MAX_MENU_DEPTH));
            return;
        }
        for (index, child) in item.children.iter().enumerate() {
            self.check_menu_item(&format!("{children}[{index}]"), child, depth + 1, ids);
        }
    }

    pub(super) fn check_message(&self, path: &str, message: &TopMessage) {
        self.needed_line(path, &message.la, &message.en);
        self.optional_href(&below(path, "href"), &message.href);
    }

    pub(super) fn check_popular(&self, path: &str, search: &PopularSearch) {
        self.one_line(path, "searchtext", &search.searchtext);
        let text = visible_text(search.searchtext.trim());
        if text.is_empty() || text.chars().nth(MAX_SEARCH_CHARS).is_some() {
            let at = below(path, "searchtext");
            let reason = format!("must have 1 to {MAX_SEARCH_CHARS} characters");
            self.report(&at, Reason::new("search_length", reason).with("max", &MAX_SEARCH_CHARS));
        }
        if search.icount < 0 {
            self.report(&below(path, "icount"), Reason::new("negative", "must be 0 or more"));
        }
    }

    pub(super) fn check_banner(&self, path: &str, banner: &Banner, ids: &mut HashSet<i64>) {
        self.id(path, banner.id, ids);
        self.needed(&below(path, "title"), &banner.title);
        self.needed_image(path, &banner.image);
        self.optional_href(&below(path, "href"), &banner.href);
        self.days(path, &banner.starts, &banner.ends);
    }

    /// First and last day, which may be absent.
    fn days(&self, path: &str, starts: &str, ends: &str) {
        self.day(&below(path, "starts"), starts);
        self.day(&below(path, "ends"), ends);
        if !starts.is_empty() && !ends.is_empty() && ends < starts {
            self.report(&below(path, "ends"), Reason::new("ends_before_start", "must not be before starts"));
        }
    }

    pub(super) fn check_hero(&self, path: &str, hero: &Hero) {
        self.paragraph(&below(path, "title"), &hero.title);
        self.paragraph(&below(path, "text"), &hero.text);
        let tiles = below(path, "tiles");
        if hero.tiles.len() > MAX_HERO_TILES {
            self.report(&tiles, too_many(MAX_HERO_TILES));
        }
        for (index, tile) in hero.tiles.iter().enumerate() {
            let path = format!("{tiles}[{index}]");
            self.needed(&below(&path, "title"), &tile.title);
            self.lines(&below(&path, "text"), &tile.text);
            self.needed_image(&path, &tile.image);
            self.optional_href(&below(&path, "href"), &tile.href);
        }
    }

    pub(super) fn check_article(&self, path: &str, article: &Article, ids: &mut HashSet<i64>) {
        self.id(path, article.id, ids);
        self.needed(&below(path, "title"), &article.title);
        self.day(&below(path, "date"), &article.date);
        self.days(path, &article.starts, &article.ends);
        self.image(&below(path, "image"), &article.image);
    }

    pub(super) fn check_page(&self, path: &str, slug: &str, page: &Page) {
        let word = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if slug.len() > 100 || !slug.split('/').all(word) {
            self.report(
                path,
                Reason::new("not_slug", "a slug has small letters, digits, - and / only, at most 100"),
            );
        }
        self.needed(&below(path, "title"), &page.title);
        self.day(&below(path, "date"), &page.date);
        self.days(path, &page.starts, &page.ends);
        self.image(&below(path, "image"), &page.image);
        for (index, question) in page.questions.iter().enumerate() {
            self.there(&format!("{path}.questions[{index}].q"), &question.q.la, &question.q.en);
            self.there(&format!("{path}.questions[{index}].a"), &question.a.la, &question.a.en);
        }
        for (index, vacancy) in page.jobs.iter().enumerate() {
            let path = format!("{path}.jobs[{index}]");
            self.needed(&below(&path, "title"), &vacancy.title);
            self.one_line(&path, "branch", &vacancy.branch);
            self.lines(&below(&path, "type"), &vacancy.kind);
        }
        if page.documents.len() > MAX_DOCUMENTS {
            let reason = format!("a page has at most {MAX_DOCUMENTS} documents");
            let reason = Reason::new("too_many_documents", reason).with("max", &MAX_DOCUMENTS);
            self.report(&below(path, "documents"), reason);
        }
        for (index, document) in page.documents.iter().take(MAX_DOCUMENTS).enumerate() {
            let path = format!("{path}.documents[{index}]");
            self.needed(&below(&path, "title"), &document.title);
            self.day(&below(&path, "date"), &document.date);
            let file = below(&path, "file");
            if self.is_mended(&file) {
                continue;
            }
            self.context.documents.add(&self.context.sink, &document.file, CONTENT, self.line(&file), file);
        }
    }

    fn id(&self, path: &str, id: i64, ids: &mut HashSet<i64>) {
        let path = below(path, "id");
        if self.is_mended(&path) {
            return;
        }
        if id <= 0 {
            self.report(&path, Reason::new("not_positive", "must be a positive whole number"));
        } else if id > MAX_ID {
            let reason = format!("must be at most {MAX_ID}");
            self.report(&path, Reason::new("too_high", reason).with("max", &MAX_ID));
        } else if !ids.insert(id) {
            self.report(&path, Reason::new("id_repeated", format!("duplicate id {id}")).with("id", &id));
        }
    }

    /// Checks a label or title: it is required and has one line.
    pub(super) fn needed(&self, path: &str, text: &Text) {
        self.needed_line(path, &text.la, &text.en);
    }

    fn needed_line(&self, path: &str, la: &str, en: &str) {
        self.there(path, la, en);
        self.one_line(path, "la", la);
        self.one_line(path, "en", en);
    }

    fn there(&self, path: &str, la: &str, en: &str) {
        if la.is_empty() && en.is_empty() {
            self.report(path, Reason::new("text_needed", "a text is needed, in Lao or in English"));
        }
    }

    fn lines(&self, path: &str, text: &Text) {
        self.one_line(path, "la", &text.la);
        self.one_line(path, "en", &text.en);
    }

    /// Checks a short text of several lines; it may be absent.
    fn paragraph(&self, path: &str, text: &Text) {
        for (field, text) in [("la", &text.la), ("en", &text.en)] {
            if text.chars().any(|letter| letter.is_control() && letter != '\n') {
                self.report(&below(path, field), Reason::new("control_character", "has a control character"));
            }
            if text.chars().nth(MAX_NAME_CHARS).is_some() {
                self.report(&below(path, field), too_long());
            }
        }
    }

    /// Checks a single-line text, as in a table: a line break or an excessive length would break the layout it is shown
    /// in.
    pub(super) fn one_line(&self, path: &str, field: &str, text: &str) {
        if text.chars().any(char::is_control) {
            self.report(
                &below(path, field),
                Reason::new("not_one_line", "has a line break or control character"),
            );
        }
        if text.chars().nth(MAX_NAME_CHARS).is_some() {
            self.report(&below(path, field), too_long());
        }
    }

    fn optional_href(&self, path: &str, href: &str) {
        if !href.is_empty() {
            self.href(path, href);
        }
    }

    pub(super) fn href(&self, path: &str, href: &str) {
        if let Some(reason) = href_fault(href) {
            self.report(path, reason.quoting(href));
        }
    }

    fn day(&self, path: &str, day: &str) {
        if !day.is_empty() && parse_day(day).is_none() {
            self.report(path, Reason::new("not_day", "must be a day such as 2026-11-30"));
        }
    }

    fn needed_image(&self, path: &str, image: &str) {
        let path = below(path, "image");
        if image.is_empty() {
            self.report(&path, Reason::new("image_needed", "an image is needed"));
        }
        self.image(&path, image);
    }

    fn image(&self, path: &str, image: &str) {
        if !image.is_empty() {
            // Valid image paths are stored without a position, so the line is looked up for each.
            self.context.images.add(&self.context.sink, image, CONTENT, self.line(path), path);
        }
    }
}

pub(super) fn too_many(max: usize) -> Reason {
    Reason::new("list_too_long", format!("must be at most {max}")).with("max", &max)
}

fn too_long() -> Reason {
    let reason = format!("is longer than {MAX_NAME_CHARS} characters");
    Reason::new("too_long", reason).with("max", &MAX_NAME_CHARS)
}
