// Polyfills for browser APIs that the pages use and the bare JavaScript engine lacks. Imported first.
import { Address, QueryParams } from './url-polyfill';

/** Plural rules of the routed languages, of which only English has more than one plural form. */
class PluralRules {
  readonly #isEnglish: boolean;

  constructor(tag: string) {
    this.#isEnglish = tag === 'en';
  }

  select(count: number): string {
    return this.#isEnglish && count === 1 ? 'one' : 'other';
  }
}

/** Encoder of which only the length of the result is used. */
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
  // The pages use it only with `instanceof`.
  Response: class {},
  TextEncoder,
  URL: Address,
  URLSearchParams: QueryParams,
  clearInterval: silent,
  clearTimeout: silent,
  console: { debug: silent, error: silent, info: silent, log: silent, warn: silent },
  // Server-side rendering does not wait, so timers and requests do nothing.
  fetch: () => Promise.reject(new Error('no network access during server-side rendering')),
  self: globalThis,
  queueMicrotask: (run: () => void) => void Promise.resolve().then(run),
  setInterval: () => 0,
  setTimeout: () => 0,
};

for (const [name, value] of Object.entries(POLYFILLS)) {
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
}
