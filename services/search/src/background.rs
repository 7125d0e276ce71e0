//! Background tasks: rebuilding suggestions, reloading synonyms and rules, deleting old searches.

use std::{collections::HashMap, path::Path, sync::Arc, time::Duration};

use heuan_proto::catalog::v1::{
    GetStorefrontRequest, ListCategoriesRequest, ListGroupsRequest,
    catalog_service_client::CatalogServiceClient, content_service_client::ContentServiceClient,
};
use heuan_rpc::Error;
use heuan_runtime::Shutdown;
use heuan_search_index::{Named, SuggestionEntry, Suggestions, Synonyms};
use tokio::time::Instant;

use crate::{
    search_service::ProductSearch,
    search_text::short,
    store::{Popular, store_error},
};

const CLEANUP_INTERVAL: Duration = Duration::from_secs(3600);
/// Interval at which replicas look for changes of synonyms and rules.
const SYNONYMS: Duration = Duration::from_secs(2);
/// Maximum interval between rebuilds of suggestions, which follow popular searches even if the catalog does not change.
const MAX_SUGGEST_INTERVAL: Duration = Duration::from_secs(300);
/// Delay between rebuilds as a multiple of the last rebuild's duration, within these bounds. An import causes changes
/// every second.
const SUGGEST_BACKOFF_FACTOR: u32 = 3;
const MIN_SUGGEST_BACKOFF: Duration = Duration::from_millis(500);
const MAX_SUGGEST_BACKOFF: Duration = Duration::from_secs(30);
/// Maximum size of an operator's synonyms file.
const MAX_SYNONYMS_BYTES: u64 = 8 << 20;

/// Weight of one visitor's search relative to the popularity of products.
const SEARCH: u64 = 500;

pub fn start(service: &Arc<ProductSearch>, shutdown: &Shutdown) {
    let cleaned = Arc::clone(service);
    shutdown.spawn_periodic(CLEANUP_INTERVAL, "deleting old searches", move || {
        let service = Arc::clone(&cleaned);
        async move { service.delete_expired().await }
    });
    shutdown.spawn(follow_changes(service.clone(), shutdown.clone()));
    shutdown.spawn(suggest(service.clone(), shutdown.clone()));
}

async fn pause(time: Duration, shutdown: &Shutdown) {
    tokio::select! {
        () = tokio::time::sleep(time) => {}
        () = shutdown.requested() => {}
    }
}

impl ProductSearch {
    /// Deletes searches older than the configured retention.
    async fn delete_expired(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        self.store.delete_before(now - self.config.popular_window_ms()).await.map_err(store_error)?;
        if let Some(before) = self.config.history_since(now) {
            self.store.expire_history(before).await.map_err(store_error)?;
        }
        self.store.sweep_quotas(now).await.map_err(store_error)
    }
}

/// Loads the operator's synonyms file, and synonyms and rules of the staff, when they change.
async fn follow_changes(service: Arc<ProductSearch>, shutdown: Shutdown) {
    let (mut file, mut staff) = (SynonymsFile::default(), StaffChanges::default());
    while !shutdown.is_triggered() {
        let is_file_new = file.read(&service.config.synonyms_file).await;
        let is_staff_new = match staff.read(&service).await {
            Ok(is_new) => is_new,
            Err(error) => {
                tracing::warn!(%error, "synonyms of the staff unreadable; the previous ones stay in use");
                false
            }
        };
        if is_file_new || is_staff_new {
            let synonyms = Synonyms::with(&format!("{}\n{}", file.text, staff.synonyms));
            tracing::info!(groups = synonyms.len(), "synonyms loaded");
            service.current.synonyms.store(Arc::new(synonyms));
            service.index_changed.notify_one();
        }
        tokio::select! {
            () = service.staff_changed.notified() => {}
            () = pause(SYNONYMS, &shutdown) => {}
        }
    }
}

/// The last reading of the operator's synonyms file.
#[derive(Default)]
struct SynonymsFile {
    is_read: bool,
    /// `None` while there is no file.
    stamp: Option<(std::time::SystemTime, u64)>,
    text: String,
}

impl SynonymsFile {
    /// Returns whether the text changed.
    async fn read(&mut self, path: &Path) -> bool {
        if path.as_os_str().is_empty() {
            return false;
        }
        let stamp = stamp(path).await;
        if self.is_read && self.stamp == stamp {
            return false;
        }
        (self.is_read, self.stamp) = (true, stamp);
        match read(path).await {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                tracing::warn!(file = %path.display(), "synonyms file missing; synonyms cleared");
                self.text.clear();
            }
            Ok(text) => {
                tracing::info!(file = %path.display(), "synonyms file loaded");
                self.text = text;
            }
            Err(error) => {
                tracing::warn!(%error, file = %path.display(), "synonyms file unreadable");
                return false;
            }
        }
        true
    }
}

/// The last reading of the synonyms and rules of the staff.
#[derive(Default)]
struct StaffChanges {
    revision: Option<i64>,
    /// Lines of a synonyms table.
    synonyms: String,
}

impl StaffChanges {
    /// Returns whether anything changed. Changed rules are applied at once.
    async fn read(&mut self, service: &ProductSearch) -> Result<bool, Error> {
        let revision = service.store.revision().await.map_err(store_error)?;
        if self.revision == Some(revision) {
            return Ok(false);
        }
        let groups = service.synonym_groups().await?;
        self.synonyms = groups.iter().map(|group| group.words().join("|") + "\n").collect();
        service.load_rules().await?;
        self.revision = Some(revision);
        Ok(true)
    }
}

async fn stamp(path: &Path) -> Option<(std::time::SystemTime, u64)> {
    let about = tokio::fs::metadata(path).await.ok()?;
    Some((about.modified().ok()?, about.len()))
}

async fn read(path: &Path) -> std::io::Result<String> {
    if tokio::fs::metadata(path).await?.len() > MAX_SYNONYMS_BYTES {
        return Err(std::io::Error::other(format!("is larger than {MAX_SYNONYMS_BYTES} bytes")));
    }
    tokio::fs::read_to_string(path).await
}

/// Rebuilds the suggestions and matches remembered searches after each change, with a delay that grows with the duration of the work.
async fn suggest(service: Arc<ProductSearch>, shutdown: Shutdown) {
    while !shutdown.is_triggered() {
        tokio::select! {
            () = service.index_changed.notified() => {}
            () = tokio::time::sleep(MAX_SUGGEST_INTERVAL) => {}
            () = shutdown.requested() => return,
        }
        let began = Instant::now();
        if let Err(error) = service.make_suggestions().await {
            tracing::warn!(%error, "rebuilding suggestions failed; the previous ones stay in use");
        }
        if let Err(error) = service.refresh_known_results().await {
            tracing::warn!(%error, "matching searches again failed; lists of searches show earlier results");
        }
        let rest = (began.elapsed() * SUGGEST_BACKOFF_FACTOR).clamp(MIN_SUGGEST_BACKOFF, MAX_SUGGEST_BACKOFF);
        pause(rest, &shutdown).await;
    }
}

impl ProductSearch {
    async fn make_suggestions(&self) -> Result<(), Error> {
        let Some(index) = self.current.index.load_full() else { return Ok(()) };
        // Without sections, products are still suggested.
        let sections = self.sections().await.unwrap_or_default();
        if let Ok(merchant_suggestions) = self.merchant_suggestions().await {
            self.current.merchant_suggestions.store(Arc::new(merchant_suggestions));
        }
        let popular = self.popular().await.unwrap_or_default();
        let synonyms = self.current.synonyms.load_full();
        let made = tokio::task::spawn_blocking(move || {
            let mut written = Texts::default();
            // Brands and sections weigh as much as their products: one each, plus their searches.
            let (mut brands, mut in_section) = (HashMap::new(), HashMap::new());
            let mut products = Vec::new();
            index.each_name(|Named { pro_id, la, en, brand, cat_id, prog_id, popularity }| {
                let weight = popularity.clamp(0, 1_000_000) as u64 + 1;
                for name in [&la, &en] {
                    let kind = kind_of(name);
                    written.push(kind, weight, false);
                    if kind.len() < name.len() {
                        written.push(name, weight / 4 + 1, true);
                    }
                }
                if let Some(name) = [la, en].into_iter().find(|name| is_searchable(name)) {
                    products.push((pro_id, name));
                }
                *brands.entry(brand).or_default() += weight;
                for section in [Section::Category(cat_id), Section::Group(prog_id)] {
                    *in_section.entry(section).or_default() += weight;
                }
            })?;
            // A section may have no product.
            for (section, name) in sections.iter().filter(|(_, name)| index.finds(name, &synonyms)) {
                written.push(name, in_section.get(section).copied().unwrap_or_default(), false);
            }
            for (brand, weight) in &brands {
                written.push(brand, *weight, false);
            }
            // The list of popular searches may be older than the index.
            for it in popular.iter().filter(|it| index.finds(&it.text, &synonyms)) {
                written.push(&it.text, SEARCH * it.visitors.max(1) as u64, false);
            }
            for word in synonyms.asked().iter().filter(|it| index.has_most(it, &synonyms)) {
                written.push(word, 1, false);
            }
            Ok::<_, heuan_search_index::Error>(Suggestions::of(written.0)?.with_products(products))
        });
        let suggestions = made.await.map_err(Error::internal)?.map_err(Error::internal)?;
        self.current.suggestions.store(Some(Arc::new(suggestions)));
        Ok(())
    }

    /// The merchant's suggested searches.
    async fn merchant_suggestions(&self) -> Result<Vec<Popular>, Error> {
        let mut client = ContentServiceClient::new(self.catalog.clone());
        let searches = client.get_storefront(GetStorefrontRequest {}).await?.into_inner().popular_searches;
        Ok(searches.into_iter().map(|it| Popular { text: it.text, visitors: it.count }).collect())
    }

    /// Names of categories and groups.
    async fn sections(&self) -> Result<Vec<(Section, String)>, Error> {
        let mut client = CatalogServiceClient::new(self.catalog.clone());
        let categories = client.list_categories(ListCategoriesRequest {}).await?.into_inner().categories;
        let groups = client.list_groups(ListGroupsRequest { cat_ids: vec![] }).await?.into_inner().groups;
        let categories =
            categories.into_iter().map(|it| (Section::Category(it.cat_id), [it.name_la, it.name_en]));
        let groups = groups.into_iter().map(|it| (Section::Group(it.prog_id), [it.name_la, it.name_en]));
        Ok(categories.chain(groups).flat_map(|(section, names)| names.map(|it| (section, it))).collect())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Section {
    Category(i64),
    Group(i64),
}

/// Texts that may be suggested.
#[derive(Default)]
struct Texts(Vec<SuggestionEntry>);

impl Texts {
    fn push(&mut self, text: &str, weight: u64, only_whole: bool) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_searchable(&text) {
            self.0.push(SuggestionEntry { text, weight, only_whole });
        }
    }
}

/// Whether a text may be searched for, so that it may be suggested.
fn is_searchable(text: &str) -> bool {
    !text.trim().is_empty() && short(text).is_ok()
}

/// The product's kind: its name up to the first number, comma or bracket.
fn kind_of(name: &str) -> &str {
    let end = name.find(|c: char| c.is_numeric() || matches!(c, ',' | '(' | '/')).unwrap_or(name.len());
    let head = name[..end].trim_end();
    // `DB16` must not be cut to `DB`.
    let head = if end < name.len() && head.len() == end {
        head.rsplit_once(char::is_whitespace).map_or("", |(before, _)| before.trim_end())
    } else {
        head
    };
    if head.chars().nth(2).is_some() { head } else { name }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("ຊີມັງປະສົມ 50 ກິໂລ", "ຊີມັງປະສົມ")]
    #[case("Deformed bar DB10 x 10 m", "Deformed bar")]
    #[case("Plastic drawers 4 tier mint", "Plastic drawers")]
    #[case("ຄ້ອນຕີ", "ຄ້ອນຕີ")]
    #[case("3M tape", "3M tape")]
    fn product_kind_is_its_name_without_the_size(#[case] name: &str, #[case] kind: &str) {
        assert_eq!(kind_of(name), kind);
    }
}
