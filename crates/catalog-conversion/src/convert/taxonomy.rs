//! Category and group of a product, which exist in the shop or are new.

use super::Work;
use crate::conversion::{Existing, Product};
use crate::field;
use crate::identity::id_of;
use crate::rows::Cells;
use crate::source::plain;

impl Work<'_> {
    pub(super) fn taxonomy(&mut self, cells: &Cells<'_>, product: &mut Product) {
        let (columns, rule) = (&self.mapping.columns, &self.mapping.category);
        if !self.has(&columns.category)
            && !self.has(&columns.group)
            && self.mapping.defaults.category.is_none()
        {
            return;
        }
        let first = cells.first(&columns.category).map(|(_, text)| text);
        let first = first.and_then(|text| field::parts(text, &rule.list).into_iter().next());
        let path = field::parts(first.as_deref().unwrap_or_default(), &rule.separator);
        let is_skipped = |name: &String| rule.skip.iter().any(|skip| plain(skip) == plain(name));
        let mut path: Vec<String> =
            path.into_iter().skip_while(is_skipped).map(|name| field::one_line(&name)).collect();
        let group = cells
            .first(&columns.group)
            .map(|(_, text)| field::one_line(text))
            .filter(|text| !text.is_empty());
        if path.is_empty() {
            path.extend(self.mapping.defaults.category.clone());
        }
        // A group without a category becomes a category.
        let group = if path.is_empty() {
            path.extend(group);
            None
        } else {
            group
        };
        let Some(category) = path.first().cloned() else {
            product.fields.insert("cat_id", String::new());
            product.fields.insert("prog_id", String::new());
            return;
        };
        let cat_id = self.category(&category);
        let group = group.or_else(|| path.get(1..).and_then(<[String]>::last).cloned());
        let prog_id = group.map(|group| self.group(cat_id, &category, &group));
        // Only the group decides the category, which the staff may have changed.
        product.fields.insert("cat_id", if prog_id.is_some() { String::new() } else { cat_id.to_string() });
        product.fields.insert("prog_id", prog_id.map(|id| id.to_string()).unwrap_or_default());
    }

    /// The category of this name in the shop, or a new one. A category that was imported before keeps the name that the staff
    /// have given it.
    fn category(&mut self, name: &str) -> i64 {
        let key = Existing::key(name);
        if let Some(id) = self.existing.categories.get(&key).or_else(|| self.categories.get(&key)) {
            return *id;
        }
        let id = id_of(&[&self.mapping.format, &self.mapping.id.namespace], "category", &[&key]);
        if !self.existing.category_ids.contains(&id) {
            self.done.categories.push((id, name.to_owned()));
        }
        self.categories.insert(key, id);
        id
    }

    fn group(&mut self, cat_id: i64, category: &str, name: &str) -> i64 {
        let key = (cat_id, Existing::key(name));
        if let Some(id) = self.existing.groups.get(&key).or_else(|| self.groups.get(&key)) {
            return *id;
        }
        let namespace = [self.mapping.format.as_str(), self.mapping.id.namespace.as_str()];
        let id = id_of(&namespace, "group", &[&Existing::key(category), &key.1]);
        if !self.existing.group_ids.contains(&id) {
            self.done.groups.push((id, cat_id, name.to_owned()));
        }
        self.groups.insert(key, id);
        id
    }
}
