/**
 * Minimal `URL` and `URLSearchParams` for the shop's own addresses: no user, no port rules. Not for untrusted input.
 */
const PARTS = /^(?:([a-z][a-z\d+.-]*:)\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i;

const unescaped = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
};
const escaped = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
/** Percent-encodes what browsers leave unescaped; existing escapes stay. */
const encoded = (text: string): string =>
  text.replace(/[^\x21\x23-\x3b\x3d\x3f-\x7e]+/g, (run) => encodeURI(run));

type Init = string | Iterable<readonly [string, string]> | Record<string, string>;

export class QueryParams {
  #pairs: [string, string][];

  constructor(init: Init = '') {
    if (typeof init === 'string') {
      const parts = init.replace(/^\?/, '').split('&').filter(Boolean);
      this.#pairs = parts.map((part) => {
        const [name = '', ...value] = part.split('=');
        return [unescaped(name), unescaped(value.join('='))];
      });
    } else {
      const pairs = Symbol.iterator in init ? [...init] : Object.entries(init);
      this.#pairs = pairs.map(([name, value]) => [String(name), String(value)]);
    }
  }

  get(name: string): string | null {
    return this.#pairs.find(([ours]) => ours === name)?.[1] ?? null;
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#pairs[Symbol.iterator]();
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  }
}

export class Address {
  readonly protocol: string;
  readonly host: string;
  pathname: string;
  search: string;
  hash: string;

  constructor(href: string, base?: string | Address) {
    const [, scheme, host, path = '', search = '', hash = ''] = PARTS.exec(String(href)) ?? [];
    const parent = scheme || base === undefined ? undefined : new Address(String(base));
    if (!scheme && !parent) throw new TypeError(`Invalid URL: ${href}`);
    this.protocol = (scheme ?? parent?.protocol ?? '').toLowerCase();
    this.host = host ?? parent?.host ?? '';
    const isWhole = path.startsWith('/') || !parent;
    const folder = parent?.pathname.replace(/[^/]*$/, '') ?? '/';
    this.pathname = encoded(isWhole ? path || '/' : path ? folder + path : parent.pathname);
    this.search = search === '?' ? '' : encoded(search);
    this.hash = hash === '#' ? '' : encoded(hash);
  }

  get origin(): string {
    return `${this.protocol}//${this.host}`;
  }

  get href(): string {
    return this.origin + this.pathname + this.search + this.hash;
  }

  get searchParams(): QueryParams {
    return new QueryParams(this.search);
  }

  toString(): string {
    return this.href;
  }
}
