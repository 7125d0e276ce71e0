//! Parser of `content.json`. It reports every fault with its line and substitutes a default, so that one pass finds
//! all faults.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Read;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::locate::{JsonLineIndex, below};
use super::{Article, Content, Page, recovering, unique};
use crate::Phase;
use crate::context::{Context, Opened};
use crate::layout::CONTENT;
use crate::limits::MAX_CONTENT_BYTES;
use crate::message::{Hint, Reason, nearest, shorten};

const SECTIONS: [&str; 10] = [
    "company",
    "menu",
    "top_messages",
    "banners",
    "hero",
    "news",
    "homeguru",
    "pages",
    "popular_searches",
    NOTIFICATIONS,
];

/// A section of earlier format versions. It is recognized and produces a warning.
const NOTIFICATIONS: &str = "notifications";

/// Name and value of a part of the file.
type Section = (&'static str, Value);

/// The current file and its fault sink.
pub(super) struct Reader<'a> {
    pub(super) context: &'a Context<'a>,
    text: &'a str,
    lines: OnceCell<JsonLineIndex>,
    /// Paths of values replaced by defaults after a fault. They are already reported and are not checked again.
    mended: RefCell<HashSet<String>>,
    /// Position of each article in the file, by slug.
    slugs: RefCell<HashMap<String, String>>,
}

pub(crate) fn read(context: &Context<'_>) -> Option<Content> {
    let (file, bytes) = match context.open(CONTENT, MAX_CONTENT_BYTES) {
        Opened::Absent | Opened::Faulty => return None,
        Opened::Ready { file, bytes } => (file, bytes),
    };
    context.options.progress.start(Phase::Content, bytes);
    let mut text = Vec::new();
    let read = match file.take(MAX_CONTENT_BYTES).read_to_end(&mut text) {
        Ok(_) => parse(context, &text),
        Err(error) => {
            context.sink.report(CONTENT, None, "", Reason::unreadable(&error));
            None
        }
    };
    context.options.progress.advance(Phase::Content, bytes);
    context.options.progress.finish(Phase::Content);
    read
}

fn parse(context: &Context<'_>, bytes: &[u8]) -> Option<Content> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let report = |line: usize, column: &str, reason: Reason| {
        context.sink.report(CONTENT, Some(line as u64), column, reason);
    };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = 1 + memchr::memchr_iter(b'\n', before).count();
            report(line, "", Reason::new("content_not_utf8", "is not UTF-8"));
            return None;
        }
    };
    let (sections, doubled) = match unique::parse(text) {
        Ok((Value::Object(sections), doubled)) => (sections, doubled),
        Ok(_) => {
            report(1, "", Reason::new("not_json_object", "must be a JSON object"));
            return None;
        }
        Err(error) => {
            // serde_json ends its message with the position, which the fault already has.
            let reason = error.to_string();
            let reason = reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason);
            let column = format!("column {}", error.column());
            let reason = Reason::new("not_json", "is not JSON").hint(&Hint::from(reason.to_owned()));
            report(error.line().max(1), &column, reason);
            return None;
        }
    };
    let reader = Reader {
        context,
        text,
        lines: OnceCell::new(),
        mended: RefCell::default(),
        slugs: RefCell::default(),
    };
    for path in &doubled.paths {
        reader.report(path, Reason::new("key_twice", "duplicate key"));
    }
    context.sink.count(doubled.more);
    Some(reader.sections(sections))
}

impl Reader<'_> {
    pub(super) fn report(&self, path: &str, reason: Reason) {
        self.report_value(path, "", reason);
    }

    fn report_value(&self, path: &str, value: &str, reason: Reason) {
        if !self.is_mended(path) {
            self.context.sink.report_field(CONTENT, Some(self.line(path)), (path, value), reason);
        }
    }

    /// Whether `path` is, or lies within, a value that was replaced after a fault.
    pub(super) fn is_mended(&self, path: &str) -> bool {
        let mended = self.mended.borrow();
        let ends = path.match_indices(['.', '[']).map(|(end, _)| end).chain([path.len()]);
        !mended.is_empty() && ends.into_iter().any(|end| mended.contains(&path[..end]))
    }

    pub(super) fn line(&self, path: &str) -> u64 {
        self.lines.get_or_init(|| JsonLineIndex::of(self.text)).line(path)
    }

    fn sections(&self, mut sections: Map<String, Value>) -> Content {
        for key in sections.keys().filter(|key| !SECTIONS.contains(&key.as_str())) {
            let reason = match nearest(key, SECTIONS.into_iter()) {
                Some(meant) => {
                    let reason = format!("unknown section; did you mean {meant}?");
                    Reason::new("section_misspelled", reason).with("section", &meant)
                }
                None => Reason::new("section_unknown", "unknown section"),
            };
            self.context.sink.report(CONTENT, Some(self.line(key)), shorten(key), reason);
        }
        if sections.contains_key(NOTIFICATIONS) {
            let reason = "is not imported: notifications are sent by the running shop";
            let reason = Reason::new("notifications_not_imported", reason);
            self.context.sink.warn(CONTENT, Some(self.line(NOTIFICATIONS)), NOTIFICATIONS, reason);
        }
        // Like absent fields, `null` sections are skipped.
        let mut take =
            |name: &'static str| sections.remove(name).filter(|it| !it.is_null()).map(|value| (name, value));
        Content {
            company: take("company").and_then(|(name, value)| {
                self.read_value(name, &value).inspect(|company| self.check_company(company))
            }),
            menu: take("menu").and_then(|section| {
                let mut ids = HashSet::new();
                self.list(section, |path, item| self.check_menu_item(path, item, 1, &mut ids))
            }),
            top_messages: take("top_messages")
                .and_then(|section| self.list(section, |path, message| self.check_message(path, message))),
            banners: take("banners").and_then(|section| {
                let mut ids = HashSet::new();
                self.list(section, |path, banner| self.check_banner(path, banner, &mut ids))
            }),
            hero: take("hero").and_then(|(name, value)| {
                self.read_value(name, &value).inspect(|hero| self.check_hero(name, hero))
            }),
            news: take("news").and_then(|section| self.articles(section)),
            homeguru: take("homeguru").and_then(|section| self.articles(section)),
            pages: take("pages").and_then(|(name, value)| self.pages(name, value)),
            popular_searches: take("popular_searches")
                .and_then(|section| self.list(section, |path, search| self.check_popular(path, search))),
        }
    }

    fn articles(&self, section: Section) -> Option<Vec<Article>> {
        let (list, mut ids) = (section.0, HashSet::new());
        self.list(section, |path, article: &Article| {
            self.check_article(path, article, &mut ids);
            self.slugs
                .borrow_mut()
                .entry(format!("{list}/{}", article.id))
                .or_insert_with(|| path.to_owned());
        })
    }

    /// Reads and checks each element separately, so that a faulty one does not hide the faults of the next.
    fn list<T: DeserializeOwned>(
        &self,
        (name, value): Section,
        mut check: impl FnMut(&str, &T),
    ) -> Option<Vec<T>> {
        let Value::Array(elements) = value else {
            self.report(name, Reason::new("not_list", "must be a list"));
            return None;
        };
        let mut list = Vec::with_capacity(elements.len());
        for (index, element) in elements.into_iter().enumerate() {
            let path = format!("{name}[{index}]");
            if let Some(element) = self.read_value(&path, &element) {
                check(&path, &element);
                list.push(element);
            }
        }
        Some(list)
    }

    fn pages(&self, name: &str, value: Value) -> Option<BTreeMap<String, Page>> {
        let Value::Object(pages) = value else {
            self.report(name, Reason::new("not_pages", "must be an object with a page for each slug"));
            return None;
        };
        let mut read = BTreeMap::new();
        for (slug, page) in pages.into_iter().filter(|(_, page)| !page.is_null()) {
            let path = below(name, &slug);
            if let Some(page) = self.read_value(&path, &page) {
                self.check_page(&path, &slug, &page);
                self.is_no_article(&path, &slug);
                read.insert(slug, page);
            }
        }
        Some(read)
    }

    /// Checks that no article has the slug, because each article has a page at its own slug.
    fn is_no_article(&self, path: &str, slug: &str) {
        if let Some(article) = self.slugs.borrow().get(slug) {
            let line = self.line(article);
            let reason = format!("the slug is that of {article} on line {line}");
            let reason = Reason::new("slug_of_article", reason).with("article", article);
            self.report(path, reason.with("line", &line));
        }
    }

    /// Deserializes a value, reports its faults and replaces faulty parts by defaults, so that the remaining checks run
    /// in the same pass.
    fn read_value<T: DeserializeOwned>(&self, path: &str, value: &Value) -> Option<T> {
        let (read, errors) = recovering::read(value);
        let inside = |inner: &str| match inner {
            "" => path.to_owned(),
            inner if inner.starts_with('[') => format!("{path}{inner}"),
            inner => below(path, inner),
        };
        for diagnostic in &errors.reported {
            self.report_value(&inside(&diagnostic.path), &diagnostic.value, diagnostic.reason.clone());
        }
        if errors.more > 0 {
            self.context.sink.count(errors.more);
            // Some replaced values have no recorded path, and would be reported twice.
            return None;
        }
        self.mended
            .borrow_mut()
            .extend(errors.reported.iter().map(|diagnostic| inside(&diagnostic.mended_path())));
        read
    }
}
