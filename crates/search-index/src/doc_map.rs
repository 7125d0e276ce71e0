//! Values by document of a segment. A map is reused between queries and costs four bytes for each document without a value.

use tantivy::DocId;

/// The documents that have a value, in the order in which they got one.
pub(crate) struct DocMap<T> {
    /// For each document of the segment, the position of its value plus one; 0 if it has none.
    slots: Vec<u32>,
    docs: Vec<DocId>,
    values: Vec<T>,
}

impl<T> Default for DocMap<T> {
    fn default() -> Self {
        Self { slots: vec![], docs: vec![], values: vec![] }
    }
}

impl<T: Copy + Default> DocMap<T> {
    /// Empties the map and makes room for a segment of `documents`.
    pub fn reset(&mut self, documents: usize) {
        self.clear();
        if self.slots.len() < documents {
            self.slots.resize(documents, 0);
        }
    }

    pub fn clear(&mut self) {
        for doc in self.docs.drain(..) {
            self.slots[doc as usize] = 0;
        }
        self.values.clear();
    }

    /// The value of the document, which is the default one until it is changed.
    pub fn entry(&mut self, doc: DocId) -> &mut T {
        let slot = &mut self.slots[doc as usize];
        if *slot == 0 {
            self.docs.push(doc);
            self.values.push(T::default());
            *slot = self.docs.len() as u32;
        }
        &mut self.values[*slot as usize - 1]
    }

    pub fn get_mut(&mut self, doc: DocId) -> Option<&mut T> {
        let at = self.slots[doc as usize].checked_sub(1)?;
        self.values.get_mut(at as usize)
    }

    pub fn docs(&self) -> &[DocId] {
        &self.docs
    }

    pub fn iter(&self) -> impl Iterator<Item = (DocId, T)> + '_ {
        self.docs.iter().copied().zip(self.values.iter().copied())
    }

    /// Keeps the documents whose value satisfies `is_kept`, in their order.
    pub fn retain(&mut self, is_kept: impl Fn(&T) -> bool) {
        let mut kept = 0;
        for at in 0..self.docs.len() {
            let doc = self.docs[at];
            if is_kept(&self.values[at]) {
                (self.docs[kept], self.values[kept]) = (doc, self.values[at]);
                kept += 1;
                self.slots[doc as usize] = kept as u32;
            } else {
                self.slots[doc as usize] = 0;
            }
        }
        self.docs.truncate(kept);
        self.values.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map_of(values: &[(DocId, u8)]) -> DocMap<u8> {
        let mut map = DocMap::default();
        map.reset(10);
        for &(doc, value) in values {
            *map.entry(doc) += value;
        }
        map
    }

    #[test]
    fn entry_of_a_document_with_a_value_is_that_value() {
        let mut map = map_of(&[(7, 1), (3, 2), (7, 4)]);
        assert_eq!(map.iter().collect::<Vec<_>>(), [(7, 5), (3, 2)]);
        assert_eq!((map.get_mut(3).copied(), map.get_mut(4)), (Some(2), None));
    }

    #[test]
    fn retain_forgets_the_other_documents() {
        let mut map = map_of(&[(7, 1), (3, 2), (9, 3)]);
        map.retain(|&it| it != 1);
        *map.entry(7) += 8;
        *map.entry(9) += 1;
        assert_eq!(map.iter().collect::<Vec<_>>(), [(3, 2), (9, 4), (7, 8)]);
    }

    #[test]
    fn reset_map_has_no_values() {
        let mut map = map_of(&[(7, 1)]);
        map.reset(20);
        assert!(map.docs().is_empty());
        assert_eq!(*map.entry(7), 0);
    }
}
