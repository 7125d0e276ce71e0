import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Source, sources } from './testing/sources';

/**
 * Layers of `src`, from the top. Each imports only from layers below it: `app` composes pages; `features` are the
 * screens and never import each other; `domain` is state and rules that several screens share; `shared` knows nothing
 * of the shop. `worker` is the service worker, a program of its own.
 */
const LAYERS: Record<string, string[]> = {
  app: ['app', 'features', 'domain', 'shared'],
  features: ['domain', 'shared'],
  domain: ['shared'],
  shared: ['shared'],
  worker: ['worker', 'shared'],
};

/**
 * Allowed imports between the parts of `domain`. Each name is listed after the names that it imports, so there is no
 * cycle.
 */
const DOMAIN: Record<string, string[]> = {
  branches: [],
  addresses: ['branches'],
  catalog: [],
  content: [],
  'image-search': [],
  orders: ['addresses', 'catalog'],
  session: ['catalog'],
  chat: ['catalog', 'session'],
  staff: [],
  search: ['session'],
  viewed: ['session'],
  cart: ['catalog', 'chat', 'session'],
  wishlist: ['cart', 'session'],
  'product-card': ['catalog', 'cart', 'wishlist'],
};

const MAX_COMPONENT_LINES = 150;
const RULE =
  'app → features → domain → shared; features never import each other (frontend/README.md, "Where things are")';

const all = sources(/\.tsx?$/);
const files = all.filter(({ path }) => !/\.test\.|^testing\//.test(path));

function imports({ path, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('@/')) return name.slice(2);
    return name.startsWith('.') ? posix.join(posix.dirname(path), name) : [];
  });
}

const layerOf = (path: string) => path.split('/')[0] ?? '';
const partOf = (path: string) => path.split('/')[1] ?? '';

function isAllowed(from: string, to: string): boolean {
  const [layer, target] = [layerOf(from), layerOf(to)];
  if (layer === target && (layer === 'features' || layer === 'domain')) {
    const isOwn = partOf(from) === partOf(to);
    return isOwn || (layer === 'domain' && DOMAIN[partOf(from)]?.includes(partOf(to)) === true);
  }
  return LAYERS[layer]?.includes(target) === true;
}

/** Imports of `checked` that break the rule, as `from → to`. */
const violations = (checked: Source[]) =>
  checked.flatMap((file) =>
    imports(file)
      .filter((target) => !isAllowed(file.path, target))
      .map((target) => `${file.path} → ${target}`),
  );

/** Files that check for the Enter key without `pressedKey`. */
const readsEnterItself = (checked: Source[]) =>
  checked
    .filter(({ text }) => {
      const isDirect = /\.(key|code|keyCode|which)\s*[!=]==?\s*(['"`]\w*Enter|13\b)/.test(text);
      // Tables of shortcuts have the name of a key beside its label.
      const code = text.replace(/\['Enter', 'office\.[\w.]+'\]/g, '');
      return isDirect || (/(['"`])(Numpad)?Enter\1/.test(code) && !text.includes('pressedKey('));
    })
    .map(({ path }) => path);

/** Files that read the key of an event, or what else has a key. */
const READS_KEYS = [
  'shared/forms/pressed-key.ts',
  // The key of a stored value.
  'shared/storage/local-store.ts',
  // Names the key of an event that `isTaken` lets through.
  'features/office/shell/shortcut-keys.ts',
];

/** Files that read the key of an event without `pressedKey`, so that they take keys of an input method. */
const readsKeysItself = (checked: Source[]) =>
  checked
    .filter(({ path }) => !READS_KEYS.includes(path))
    .filter(({ text }) =>
      [
        /\b(event|nativeEvent|e)\.(key|which)\b/,
        /\{[^{}]*\bkey\b[^{}]*\}\s*(:\s*[\w.]*KeyboardEvent\b|=\s*(event|nativeEvent|e)\b)/,
        /\(\{[^{}]*\bkey\b[^{}]*\}\)\s*=>\s*key\s*[!=]==?\s*['"`]/,
      ].some((pattern) => pattern.test(text)),
    )
    .map(({ path }) => path);

/** Files that isolate left-to-right text without `Ltr`. Form fields and the crop have a direction of their own. */
const isolatesByHand = (checked: Source[]) =>
  checked
    .filter(({ path }) => path !== 'shared/ui/Ltr.tsx' && !path.includes('/crop/'))
    .filter(({ text }) => /<[a-z][a-z0-9]*\b(?<!<input|<textarea)[^<>]*\sdir="ltr"/.test(text))
    .map(({ path }) => path);

/** Texts of customers and numbers that stand in JSX without isolation. */
const UNISOLATED = [
  // A typed text or a phone number: `{delivery.note}`, `{formatPhone(phone)}`.
  /\{\s*(?:[\w?]+\.)*(?:\w+\.note|landmark|driver_note|customer_name|phone)\s*\}/g,
  /\{formatPhone\([^{}]*\)\}/g,
  // Two numbers, or a number with its sign: `{shown} / {total}`, `{count}+`.
  /\{[^{}]+\}\s*\/\s*\{[^{}]+\}/g,
  /\{[^{}]+\}[+%](?=\s*<)/g,
];

/**
 * Storefront components that show such a text without `Ltr`, `bdi` or `LocalizedText`, or in one text with others. The back
 * office exists in languages that are written from left to right only.
 */
const showsUnisolated = (checked: Source[]) =>
  checked
    .filter(({ path }) => path.endsWith('.tsx') && !/^(app|features)\/(office|inbox)\//.test(path))
    .filter(({ text }) => {
      const isBare = ({ index = 0 }: RegExpMatchArray) => {
        const before = text.slice(0, index).trimEnd();
        const isChild = /[>}][:·,]?$|\w$/.test(before) && !/=>$/.test(before);
        return isChild && !/<(Ltr|bdi|LocalizedText)\b[^<>]*>$/.test(before);
      };
      const isJoined = /\$\{(formatPhone\(|[\w.?]+\.(note|landmark|driver_note)\})/.test(text);
      return isJoined || UNISOLATED.some((pattern) => [...text.matchAll(pattern)].some(isBare));
    })
    .map(({ path }) => path);

/** The readers of typed numbers, and files that strip or parse other texts than input. */
const READS_NO_INPUT = [
  'shared/format/whole-number.ts',
  'shared/format/decimal-number.ts',
  // Compares the digits of phone numbers.
  'features/branches/matches-branch.ts',
  // Writes an address.
  'shared/format/tel-href.ts',
  // Reads a computed style.
  'app/shell/use-fitting-count.ts',
];

/** Files that turn a typed text into a number without `readWholeNumber` or `readDecimalNumber`. */
const readsNumbersItself = (checked: Source[]) =>
  checked
    .filter(({ path }) => !READS_NO_INPUT.includes(path))
    .filter(({ text }) =>
      [
        /\bparse(Int|Float)\b/,
        /\bvalueAsNumber\b/,
        /\btype=(\{?['"])number['"]/,
        // Removes everything but digits.
        /\.replace(All)?\(\s*\/(\\D|\[\^(\\d|0-9)[^\]]*\])[+*]?\//,
        /\bMath\.\w+\(Number\((text|typed|target\.value|\w+\.target\.value)\)/,
        /\bNumber\((text|typed)\b/,
      ].some((pattern) => pattern.test(text)),
    )
    .map(({ path }) => path);

describe('architecture', () => {
  it('imports go down the layers, never up or sideways', () => {
    expect(violations(files), RULE).toEqual([]);
  });

  it.each([
    ['shared/ui/Button.tsx', '@/domain/cart/cart-query'],
    ['shared/ui/Button.tsx', '@/features/cart/CartPage'],
    ['domain/cart/cart-query.ts', '@/features/cart/CartPage'],
    ['domain/session/session.ts', '../cart/cart-query'],
    ['domain/catalog/Price.tsx', '@/domain/cart/cart-query'],
    ['features/cart/CartPage.tsx', '@/features/order/OrderPage'],
    ['features/cart/CartPage.tsx', '@/app/router'],
    ['worker/precache.ts', '@/domain/cart/cart-query'],
    ['unknown/file.ts', '@/shared/ui/cx'],
  ])('an import of %s from %s is a violation', (path, target) => {
    expect(violations([{ path, text: `import { x } from '${target}';` }])).toHaveLength(1);
    expect(violations([{ path, text: `const x = await import('${target}');` }])).toHaveLength(1);
  });

  it('stylesheet of the storefront has no classes of the back office', () => {
    const styles = sources(/\.css$/);
    const main = styles.find(({ path }) => path === 'shared/styles/main.css')?.text ?? '';
    const left = [...main.matchAll(/^@source not "\.\.\/\.\.\/([^"]+)";$/gm)].map(
      ([, path]) => path,
    );
    expect(left).toEqual(['app/office', 'features/office', 'features/inbox']);
    const own = styles.filter(({ text }) => text.includes('tailwindcss/utilities.css'));
    expect(own.map(({ path }) => path)).toEqual(['features/office/styles/utilities.css']);
  });

  it('shared/ui has no words of the shop, so that any page can use its components', () => {
    const words = /cart|wishlist|product|price|checkout|customer|\bstock/i;
    const ui = files.filter(({ path }) => path.startsWith('shared/ui/'));
    expect(ui.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('parts of domain are listed in the order of their imports', () => {
    const used = new Map<string, Set<string>>();
    for (const file of files.filter(({ path }) => layerOf(path) === 'domain')) {
      const targets = used.get(partOf(file.path)) ?? new Set();
      used.set(partOf(file.path), targets);
      for (const target of imports(file)) {
        if (layerOf(target) === 'domain' && partOf(target) !== partOf(file.path)) {
          targets.add(partOf(target));
        }
      }
    }
    const names = Object.keys(DOMAIN);
    expect([...used.keys()].sort()).toEqual([...names].sort());
    for (const [name, targets] of Object.entries(DOMAIN)) {
      expect([...(used.get(name) ?? [])].sort(), name).toEqual([...targets].sort());
      for (const target of targets) {
        expect(names.indexOf(target), `${name} → ${target}`).toBeLessThan(names.indexOf(name));
      }
    }
  });

  it('numbers, codes, prices and phones are isolated by one component', () => {
    expect(isolatesByHand(files)).toEqual([]);
    const path = 'features/cart/Total.tsx';
    expect(isolatesByHand([{ path, text: '<b dir="ltr" className="num">' }])).toEqual([path]);
    expect(isolatesByHand([{ path, text: '<input inputMode="numeric" dir="ltr" />' }])).toEqual([]);
    expect(isolatesByHand([{ path, text: '<TextField dir="ltr" />' }])).toEqual([]);
  });

  it('texts of customers and pairs of numbers are isolated', () => {
    expect(showsUnisolated(files)).toEqual([]);
  });

  it.each([
    ['<p>{delivery.note}</p>', 1],
    ["<p>\n  {t('invoice.note')}: {delivery.note}\n</p>", 1],
    ['<Fact name={t(name)}>{receiver.landmark}</Fact>', 1],
    ['<span className="pre">{receiver.driver_note}</span>', 1],
    ['<p>{formatPhone(order.phone)}</p>', 1],
    [`note={\`\${receiver} · \${formatPhone(phone)}\`}`, 1],
    ['<p>\n  {formatNumber(shown)} / {formatNumber(total)}\n</p>', 1],
    ['<span>\n  {icount}+\n</span>', 1],
    ['<bdi>{delivery.note}</bdi>', 0],
    ['<Ltr className="num">{formatPhone(phone)}</Ltr>', 0],
    ['<Ltr>\n  {formatNumber(shown)} / {formatNumber(total)}\n</Ltr>', 0],
    ['<PhoneField value={phone} />', 0],
  ])('component with %j is a violation: %s', (text, count) => {
    expect(showsUnisolated([{ path: 'features/cart/Box.tsx', text }])).toHaveLength(count);
  });

  it('number and its unit are joined by Quantity, which no line break separates', () => {
    const separate = /<\/\w+>(?: |\{' '\}\s*)(?:<span[^>]*>\s*)?\{[^{}]*\bunitOf\(/;
    expect(files.filter(({ text }) => separate.test(text)).map(({ path }) => path)).toEqual([]);
    expect(separate.test('<Ltr>{count}</Ltr> {unitOf(count, unit)}')).toBe(true);
    expect(separate.test("<b>{count}</b>{' '}\n<span>\n{unitOf(count, unit)}")).toBe(true);
  });

  it('breakpoints of classes are those of the theme, because Tailwind ignores a class of any other', () => {
    const theme = sources(/styles\/theme\.css$/)
      .map(({ text }) => text)
      .join('');
    const isKnown = (name: string) => theme.includes(`--breakpoint-${name}:`);
    const unknown = (text: string) =>
      [...text.matchAll(/[\s"'`:](?:max-|min-)?(sm|md|lg|xl|2xl):[a-z[-]/g)].filter(
        ([, name = '']) => !isKnown(name),
      );
    expect(files.filter(({ text }) => unknown(text).length > 0).map(({ path }) => path)).toEqual(
      [],
    );
    expect(unknown('className="max-sm:sr-only"')).toHaveLength(1);
    expect(unknown('className="max-lg:hidden"')).toEqual([]);
  });

  it('messages of the storefront have no phone number, which would not be isolated', () => {
    const written = sources(/i18n\/messages\/\w+\.json$/).filter(({ text }) =>
      /\d{3}[ -]?\d{3,4}[ -]?\d{3,4}/.test(text),
    );
    expect(written.map(({ path }) => path)).toEqual([]);
  });

  it('typed numbers are parsed by shared/format only', () => {
    expect(readsNumbersItself(files)).toEqual([]);
    const known = files.map(({ path }) => path);
    expect(READS_NO_INPUT.filter((path) => !known.includes(path))).toEqual([]);
  });

  it.each([
    'const units = Number.parseInt(text, 10);',
    'const units = parseFloat(target.value);',
    "onChange(Number(text.replace(/\\D/g, '')));",
    "const digits = typed.replace(/[^\\d]/g, '');",
    "const digits = typed.replaceAll(/[^0-9.]+/g, '');",
    '<input type="number" onChange={change} />',
    'onChange={({ target }) => set(target.valueAsNumber)}',
    'const read = Math.trunc(Number(text)) || 0;',
    'const degrees = Number(text);',
  ])('reader that strips or rounds a text is a violation: %s', (text) => {
    expect(readsNumbersItself([{ path: 'features/cart/Box.tsx', text }])).toHaveLength(1);
  });

  it('Enter is handled by pressedKey only, which ignores it during a composition', () => {
    expect(readsEnterItself(files)).toEqual([]);
  });

  it.each([
    "if (event.key === 'Enter') send();",
    "if (event.key !== 'Enter' || event.shiftKey) return;",
    "const isEnter = ({ key }) => key === 'Enter';",
    "if (event.code == 'Enter') send();",
    "switch (event.key) { case 'Enter': send(); }",
  ])('handler that compares the key with Enter is a violation: %s', (text) => {
    expect(readsEnterItself([{ path: 'features/chat/Box.tsx', text }])).toHaveLength(1);
  });

  it('keys of events are read by pressedKey only, which ignores those of an input method', () => {
    expect(readsKeysItself(files)).toEqual([]);
    const known = files.map(({ path }) => path);
    expect(READS_KEYS.filter((path) => !known.includes(path))).toEqual([]);
  });

  it.each([
    "if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;",
    'const arrow = ARROWS[event.nativeEvent.key];',
    'const press = ({ key, ctrlKey }: KeyboardEvent) => zoom(key);',
    'const press = ({ key }: React.KeyboardEvent<HTMLElement>) => zoom(key);',
    'const { key, shiftKey } = event;',
    "onKeyDown={({ key }) => key === 'Escape' && onClose()}",
  ])('handler that reads the key of an event is a violation: %s', (text) => {
    expect(readsKeysItself([{ path: 'features/chat/Box.tsx', text }])).toHaveLength(1);
  });

  it('API token is requested by shared/api/auth only, whose errors have the texts of the specification', () => {
    const callers = files.filter(({ text }) => /\bapiToken\(/.test(text)).map(({ path }) => path);
    expect(callers.sort()).toEqual(['shared/api/auth.ts', 'shared/api/token.ts']);
  });

  it('source tree has no barrel files', () => {
    expect(files.map(({ path }) => path).filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
  });

  it('file names differ, so that an editor finds a file by its name', () => {
    const names = all.map(({ path }) => posix.basename(path));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('modules are named in kebab case, components in Pascal case', () => {
    const wrong = all
      .map(({ path }) => path)
      .filter(
        (path) => !/\/?([a-z0-9]+(-[a-z0-9]+)*|[A-Z][A-Za-z]+)(\.test|\.d)?\.tsx?$/.test(path),
      );
    expect(wrong).toEqual([]);
  });

  it(`components have at most ${MAX_COMPONENT_LINES} lines`, () => {
    const long = files
      .filter(
        ({ path, text }) => path.endsWith('.tsx') && text.split('\n').length > MAX_COMPONENT_LINES,
      )
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });
});
