/**
 * White space of an address, by the same rule as the edge: Unicode white space, and the byte-order mark.
 * JavaScript's own rule lacks U+0085.
 */
const AT_ENDS = /^[\s\u0085]+|[\s\u0085]+$/g;

/** A text without white space at its ends. */
export const trimmed = (text: string) => text.replace(AT_ENDS, '');
