//! Index of the lines of values in a JSON text, by path: `menu[2].href`.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::CharIndices;

/// Maps the path of every value to its line. It is built only when there is an error to report.
pub(super) struct JsonLineIndex(HashMap<String, u64>);

impl JsonLineIndex {
    /// `text` must be valid JSON of bounded depth, as checked by the parser. For other text some lines are missing.
    pub(super) fn of(text: &str) -> Self {
        let mut walk =
            JsonWalker { text, rest: text.char_indices().peekable(), line: 1, lines: HashMap::new() };
        walk.value("");
        Self(walk.lines)
    }

    /// The line of the value, or of its nearest existing ancestor.
    pub(super) fn line(&self, path: &str) -> u64 {
        let mut path = path;
        loop {
            if let Some(line) = self.0.get(path) {
                return *line;
            }
            let Some(end) = path.rfind(['.', '[']) else { return self.0.get("").copied().unwrap_or(1) };
            path = &path[..end];
        }
    }
}

/// The path of a key or index below another path.
pub(super) fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

struct JsonWalker<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    line: u64,
    lines: HashMap<String, u64>,
}

impl JsonWalker<'_> {
    fn value(&mut self, path: &str) {
        self.skip_space();
        self.lines.insert(path.to_owned(), self.line);
        match self.peek() {
            Some('{') => self.members('}', |walk, _| {
                let key = walk.string();
                walk.skip_space();
                walk.next();
                walk.value(&below(path, &key));
            }),
            Some('[') => self.members(']', |walk, index| walk.value(&format!("{path}[{index}]"))),
            Some('"') => drop(self.string()),
            _ => {
                while self.peek().is_some_and(|letter| !matches!(letter, ',' | ']' | '}')) {
                    self.next();
                }
            }
        }
    }

    fn members(&mut self, end: char, mut member: impl FnMut(&mut Self, usize)) {
        self.next();
        for index in 0.. {
            self.skip_space();
            match self.peek() {
                None => return,
                Some(letter) if letter == end => {
                    self.next();
                    return;
                }
                _ => member(self, index),
            }
            self.skip_space();
            if self.peek() == Some(',') {
                self.next();
            }
        }
    }

    /// Unescapes a JSON string.
    fn string(&mut self) -> String {
        let Some((start, _)) = self.rest.next() else { return String::new() };
        while let Some(letter) = self.next() {
            match letter {
                '\\' => drop(self.next()),
                '"' => break,
                _ => {}
            }
        }
        let end = self.rest.peek().map_or(self.text.len(), |(at, _)| *at);
        serde_json::from_str(&self.text[start..end]).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().map(|(_, letter)| *letter)
    }

    fn next(&mut self) -> Option<char> {
        let (_, letter) = self.rest.next()?;
        self.line += u64::from(letter == '\n');
        Some(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_line_is_found_by_path() {
        let text = "\n{\"a\\n\": 1,\n \"b\": [\n  {\"c\": \"x]\\\"\"},\n  [\n true]\n ],\n \"d\": {}}";
        let lines = JsonLineIndex::of(text);
        let expected = [
            ("", 2),
            ("a\n", 2),
            ("b", 3),
            ("b[0].c", 4),
            ("b[1]", 5),
            ("b[1][0]", 6),
            ("d", 8),
            ("d.e[3].f", 8),
        ];
        for (path, line) in expected {
            assert_eq!(lines.line(path), line, "{path}");
        }
    }
}
