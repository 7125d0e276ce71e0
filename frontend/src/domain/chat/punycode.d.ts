declare module 'punycode/punycode.es6.js' {
  /** Decodes the punycode labels of a domain. */
  export function toUnicode(domain: string): string;
}
