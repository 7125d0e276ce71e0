//! Maps products to images and images to vectors. The data is derived, held in memory and rebuilt at every
//! start.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::{
    file_version::{FileFingerprint, FileVersion, Hash},
    index::{FlatIndex, Index, Int16Vector, Key},
};

pub struct CatalogImages {
    products: HashMap<i64, ProductImages>,
    images: HashMap<Arc<str>, Image>,
    /// The index key of each content hash.
    contents: HashMap<Hash, Key>,
    paths: HashMap<Key, Content>,
    next_key: Key,
    index: Box<dyn Index>,
    /// Maintained incrementally, because every image search reads them.
    counts: Counts,
    /// Whether the catalog's list is complete.
    pub snapshot_complete: bool,
}

struct ProductImages {
    images: Vec<Arc<str>>,
    /// Whether the product is for sale. Without price or stock it is shown but not for sale (D18).
    for_sale: bool,
}

#[derive(Default)]
struct Image {
    shown_by: HashSet<i64>,
    state: State,
    /// Whether its product has changed, so that the file may have changed, too.
    needs_recheck: bool,
}

#[derive(Default)]
enum State {
    #[default]
    Waiting,
    Indexed(FileFingerprint, Key),
    /// The file exists, but is not a readable image.
    Unreadable(FileFingerprint),
    Missing,
}

impl State {
    fn stamp(&self) -> Option<FileFingerprint> {
        match self {
            Self::Waiting | Self::Missing => None,
            Self::Indexed(stamp, _) | Self::Unreadable(stamp) => Some(*stamp),
        }
    }
}

struct Content {
    hash: Hash,
    paths: Vec<Arc<str>>,
}

/// A search hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub pro_id: i64,
    /// Score of its most similar image.
    pub score: f32,
    pub image: Arc<str>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub indexed: usize,
    pub pending: usize,
    /// Images that are unreadable or missing.
    pub failed: usize,
    pub missing: usize,
}

impl Counts {
    fn count(&mut self, state: &State, by: fn(usize, usize) -> usize) {
        let failed = usize::from(matches!(state, State::Unreadable(_) | State::Missing));
        self.failed = by(self.failed, failed);
        let of = match state {
            State::Waiting => &mut self.pending,
            State::Indexed(..) => &mut self.indexed,
            State::Missing => &mut self.missing,
            State::Unreadable(_) => return,
        };
        *of = by(*of, 1);
    }
}

impl CatalogImages {
    pub fn new(dimensions: usize) -> Self {
        let (products, images, contents, paths) = Default::default();
        let index = Box::new(FlatIndex::new(dimensions));
        let counts = Counts::default();
        Self { products, images, contents, paths, next_key: 0, index, counts, snapshot_complete: false }
    }

    /// Inserts or updates a product. Its images become [pending](CatalogImages::pending).
    pub fn put(&mut self, pro_id: i64, images: &[&str], for_sale: bool) {
        let before = self.products.remove(&pro_id).map(|shown| shown.images).unwrap_or_default();
        let mut shown: Vec<Arc<str>> = Vec::with_capacity(images.len());
        for path in images.iter().filter(|path| !path.is_empty()) {
            let path = match self.images.get_key_value(*path) {
                Some((path, _)) => Arc::clone(path),
                None => Arc::from(*path),
            };
            let counts = &mut self.counts;
            let image = self.images.entry(Arc::clone(&path)).or_insert_with(|| {
                counts.pending += 1;
                Image::default()
            });
            image.needs_recheck = true;
            image.shown_by.insert(pro_id);
            if !shown.contains(&path) {
                shown.push(path);
            }
        }
        for path in before.iter().filter(|path| !shown.contains(path)) {
            self.hide(pro_id, path);
        }
        self.products.insert(pro_id, ProductImages { images: shown, for_sale });
    }

    pub fn remove(&mut self, pro_id: i64) {
        if let Some(shown) = self.products.remove(&pro_id) {
            for path in shown.images {
                self.hide(pro_id, &path);
            }
        }
    }

    /// Called for another catalog: embeddings stay, products are removed.
    pub fn clear(&mut self) {
        let ids: Vec<i64> = self.products.keys().copied().collect();
        for pro_id in ids {
            self.remove(pro_id);
        }
        self.snapshot_complete = false;
    }

    /// Images to embed or to look for, with their last fingerprint. With `all`, indexed images are included.
    pub fn pending(&self, all: bool) -> Vec<(Arc<str>, Option<FileFingerprint>)> {
        let pending = self.images.iter().filter_map(|(path, image)| match image.state {
            State::Waiting | State::Missing => Some((Arc::clone(path), None)),
            State::Indexed(..) | State::Unreadable(_) => {
                (all || image.needs_recheck).then(|| (Arc::clone(path), image.state.stamp()))
            }
        });
        pending.collect()
    }

    /// Whether a product uses the image.
    pub fn is_shown(&self, path: &str) -> bool {
        self.images.contains_key(path)
    }

    /// Images that are new, or whose product changed, with their last fingerprint: [`CatalogImages::pending`] without
    /// retries of missing ones.
    pub fn new_images(&self) -> Vec<(Arc<str>, Option<FileFingerprint>)> {
        let recheck = self.images.iter().filter(|(_, image)| image.needs_recheck);
        recheck.map(|(path, image)| (Arc::clone(path), image.state.stamp())).collect()
    }

    /// Indexes the vector of `path`. A path that no product uses is ignored.
    pub fn index(&mut self, path: &str, seen: &FileVersion, vector: &Int16Vector) {
        if self.images.contains_key(path) {
            if !self.knows(&seen.hash) {
                self.add(&seen.hash, vector);
            }
            self.index_known(path, seen);
        }
    }

    /// Whether an image with this content hash is indexed; if so, its vector need not be loaded.
    pub fn knows(&self, hash: &str) -> bool {
        self.contents.contains_key(hash)
    }

    /// Like [`CatalogImages::index`], for a content that is [known](CatalogImages::knows). Returns whether it
    /// is known.
    pub fn index_known(&mut self, path: &str, seen: &FileVersion) -> bool {
        let Some(key) = self.contents.get(&seen.hash).copied() else { return false };
        let Some((path, image)) = self.images.get_key_value(path) else { return true };
        let path = Arc::clone(path);
        if !matches!(image.state, State::Indexed(_, of) if of == key) {
            self.unindex(&path);
            if let Some(content) = self.paths.get_mut(&key) {
                content.paths.push(Arc::clone(&path));
            }
        }
        self.set(&path, State::Indexed(seen.stamp, key));
        true
    }

    /// Records that the file was checked and is unchanged.
    pub fn same(&mut self, path: &str) {
        if let Some(image) = self.images.get_mut(path) {
            image.needs_recheck = false;
        }
    }

    pub fn unreadable(&mut self, path: &str, stamp: FileFingerprint) {
        self.unindex(path);
        self.set(path, State::Unreadable(stamp));
    }

    pub fn missing(&mut self, path: &str) {
        self.unindex(path);
        self.set(path, State::Missing);
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The products for sale with the most similar images, each once, best first.
    pub fn search(&self, vector: &[f32], limit: usize) -> Vec<Hit> {
        let sold = |pro_id: &i64| self.products.get(pro_id).is_some_and(|shown| shown.for_sale);
        let wanted = |key| self.shows(key).any(|(_, image)| image.shown_by.iter().any(&sold));
        // Several of the nearest images may belong to one product; then the search is repeated with a greater limit.
        let mut count = limit * 2 + 16;
        loop {
            let nearest = self.index.nearest(vector, count, &wanted);
            let mut hits: Vec<Hit> = Vec::new();
            let mut found = HashSet::new();
            for (key, score) in &nearest {
                let mut here: Vec<(i64, &Arc<str>)> = self
                    .shows(*key)
                    .flat_map(|(path, image)| image.shown_by.iter().map(move |pro_id| (*pro_id, path)))
                    .filter(|(pro_id, _)| sold(pro_id))
                    .collect();
                here.sort_unstable();
                for (pro_id, path) in here {
                    if found.insert(pro_id) {
                        hits.push(Hit { pro_id, score: *score, image: Arc::clone(path) });
                    }
                }
            }
            if hits.len() >= limit || nearest.len() < count {
                hits.truncate(limit);
                return hits;
            }
            count *= 4;
        }
    }

    fn shows(&self, key: Key) -> impl Iterator<Item = (&Arc<str>, &Image)> {
        let paths = self.paths.get(&key).map(|content| content.paths.as_slice()).unwrap_or_default();
        paths.iter().filter_map(|path| self.images.get_key_value(path))
    }

    fn set(&mut self, path: &str, state: State) {
        if let Some(image) = self.images.get_mut(path) {
            self.counts.count(&image.state, usize::wrapping_sub);
            self.counts.count(&state, usize::wrapping_add);
            image.state = state;
            image.needs_recheck = false;
        }
    }

    fn hide(&mut self, pro_id: i64, path: &str) {
        let Some(image) = self.images.get_mut(path) else { return };
        image.shown_by.remove(&pro_id);
        if image.shown_by.is_empty() {
            self.unindex(path);
            if let Some(image) = self.images.remove(path) {
                self.counts.count(&image.state, usize::wrapping_sub);
            }
        }
    }

    fn unindex(&mut self, path: &str) {
        let Some(State::Indexed(_, key)) = self.images.get(path).map(|image| &image.state) else {
            return;
        };
        let key = *key;
        self.set(path, State::Waiting);
        let Some(content) = self.paths.get_mut(&key) else { return };
        content.paths.retain(|other| &**other != path);
        if content.paths.is_empty() {
            self.contents.remove(&content.hash);
            self.paths.remove(&key);
            self.index.remove(key);
        }
    }

    fn add(&mut self, hash: &Hash, vector: &Int16Vector) {
        // Keys wrap around after 2^32 contents; keys still in use are skipped.
        while self.paths.contains_key(&self.next_key) {
            self.next_key = self.next_key.wrapping_add(1);
        }
        let key = self.next_key;
        self.next_key = key.wrapping_add(1);
        self.index.put(key, vector);
        self.contents.insert(hash.clone(), key);
        self.paths.insert(key, Content { hash: hash.clone(), paths: Vec::new() });
    }
}

#[cfg(test)]
#[path = "catalog_images_tests.rs"]
mod tests;
