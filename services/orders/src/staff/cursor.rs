//! Cursors of the staff's lists: the last order of a page, opaque to clients.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heuan_rpc::Error;

use super::Sort;
use crate::order::Order;

/// Longer than any cursor.
const MAX_BYTES: usize = 200;

/// Position of an order; a page begins after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Time, total or delivery slot of the order, depending on the sort of the list.
    pub key: i64,
    pub order_id: String,
}

impl Cursor {
    pub fn at(order: &Order, sort: Sort) -> Self {
        Self { key: sort.key(order), order_id: order.order_id.clone() }
    }

    pub fn write(&self, sort: Sort) -> String {
        URL_SAFE_NO_PAD.encode(format!("{}.{}.{}", sort.into_str(), self.key, self.order_id))
    }

    /// Reads a cursor of a list with this sort.
    pub fn read(text: &str, sort: Sort) -> Result<Self, Error> {
        let read = || {
            let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|_| text.len() <= MAX_BYTES)?;
            let plain = String::from_utf8(bytes).ok()?;
            let (of, rest) = plain.split_once('.')?;
            let (key, order_id) = rest.split_once('.')?;
            let is_id = !order_id.is_empty() && order_id.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let of_this_list = of == sort.into_str() && is_id;
            of_this_list.then_some(())?;
            Some(Self { key: key.parse().ok()?, order_id: order_id.to_owned() })
        };
        read()
            .ok_or_else(|| Error::invalid("cursor", "is not a cursor of this list; begin at the first page"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_belongs_to_its_sort() {
        let cursor = Cursor { key: -5, order_id: "7k3m9qtx".to_owned() };
        let text = cursor.write(Sort::TotalDesc);
        assert_eq!(Cursor::read(&text, Sort::TotalDesc).unwrap(), cursor);
        let long = "A".repeat(300);
        for (text, sort) in [
            (text.as_str(), Sort::TotalAsc),
            ("", Sort::Newest),
            ("%%%", Sort::Newest),
            (&text[1..], Sort::TotalDesc),
            (&long, Sort::Newest),
        ] {
            assert_eq!(Cursor::read(text, sort).unwrap_err().detail.field, "cursor");
        }
    }
}
