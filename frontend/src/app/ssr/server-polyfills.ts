// What the pages' code takes for granted of a browser and a bare engine does not have. Runs before anything else.
import { Address, QueryParams } from './url-polyfill';

/** Of the routed languages only English tells one from many. */
class PluralRules {
  readonly #isEnglish: boolean;

  constructor(tag: string) {
    this.#isEnglish = tag === 'en';
  }

  select(count: number): string {
    return this.#isEnglish && count === 1 ? 'one' : 'other';
  }
}

/** Counts the bytes of UTF-8, which is all that pages ask of it. */
class TextEncoder {
  encode(text: string): { length: number } {
    const sizes = [...text].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    });
    return { length: sizes.reduce<number>((sum, size) => sum + size, 0) };
  }
}

class AbortController {
  readonly signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: () => {},
    removeEventListener: () => {},
    throwIfAborted: () => {},
  };

  abort(reason?: unknown): void {
    Object.assign(this.signal, { aborted: true, reason });
  }
}

const silent = () => {};
const POLYFILLS: Record<string, unknown> = {
  AbortController,
  Intl: { PluralRules },
  // Only asked whether something is one.
  Response: class {},
  TextEncoder,
  URL: Address,
  URLSearchParams: QueryParams,
  clearInterval: silent,
  clearTimeout: silent,
  console: { debug: silent, error: silent, info: silent, log: silent, warn: silent },
  // A first view waits for nothing: what needs a clock or an answer is not in it.
  fetch: () => Promise.reject(new Error('a first view asks nobody')),
  self: globalThis,
  queueMicrotask: (run: () => void) => void Promise.resolve().then(run),
  setInterval: () => 0,
  setTimeout: () => 0,
};

for (const [name, value] of Object.entries(POLYFILLS)) {
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
}
