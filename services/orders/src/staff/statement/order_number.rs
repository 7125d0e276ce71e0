//! Order numbers in a line of a bank statement. Banks drop hyphens, and people write spaces, capitals and similar letters.

/// Number of digits of the day, and number of letters after them.
const DAY: usize = 6;
const LENGTH: usize = 14;
/// Candidates of one line; whether an order has one of them is looked up.
const MAX: usize = 20;

/// Every part of the line that may be a payment reference: a day and eight letters, with any characters except letters
/// and digits between them. `line` must have ASCII digits and upper case.
pub(super) fn references(line: &str) -> Vec<String> {
    let letters: Vec<u8> = line.bytes().filter(u8::is_ascii_alphanumeric).map(unmistakable).collect();
    let mut found: Vec<String> = Vec::new();
    for part in letters.windows(LENGTH).filter(|part| may_be_reference(part)).take(MAX) {
        let part = part.iter().copied().map(char::from).collect();
        if !found.contains(&part) {
            found.push(part);
        }
    }
    found
}

/// The digit that a letter is read as, or the letter itself. Order numbers do not use the letters that look
/// like digits.
const fn unmistakable(letter: u8) -> u8 {
    match letter {
        b'O' => b'0',
        b'I' | b'L' => b'1',
        letter => letter,
    }
}

fn may_be_reference(part: &[u8]) -> bool {
    let number = |from: usize| match part[from..from + 2] {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    };
    let is_day = number(0).is_some()
        && number(2).is_some_and(|month| (1..=12).contains(&month))
        && number(4).is_some_and(|day| (1..=31).contains(&day));
    is_day && !part[DAY..].contains(&b'U')
}
