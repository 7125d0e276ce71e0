// Output of the build, by the names of the source: shared by finish-build and budget.
import { readFile } from 'node:fs/promises';

export const LANGUAGES = ['la', 'en', 'th', 'cn', 'vn'];

/** Module of each kind of page, by the names that the edge uses. */
export const ROUTES = {
  home: 'src/app/home/HomePage.tsx',
  shop: 'src/features/catalog/shop/ShopPage.tsx',
  product: 'src/features/catalog/product/ProductPage.tsx',
  collections: 'src/features/catalog/collections/CollectionsPage.tsx',
  collection: 'src/features/catalog/collections/CollectionPage.tsx',
  promotion: 'src/features/promotion/PromotionsPage.tsx',
  content: 'src/features/content/ContentPage.tsx',
  sitemap: 'src/features/catalog/sitemap/SitemapPage.tsx',
  cart: 'src/features/cart/CartPage.tsx',
  login: 'src/features/account/sign-in-pages.ts',
  reset: 'src/features/account/sign-in-pages.ts',
  register: 'src/features/account/sign-in-pages.ts',
  profile: 'src/features/account/ProfilePage.tsx',
  orders: 'src/features/orders/OrdersPage.tsx',
  order: 'src/features/orders/OrderPage.tsx',
  checkout: 'src/features/checkout/CheckoutPage.tsx',
  pay: 'src/features/orders/PayPage.tsx',
  thanks: 'src/features/orders/ThanksPage.tsx',
  staff: 'src/app/office/office-pages.ts',
  offline: 'src/app/offline/OfflinePage.tsx',
};

const font = (name) => `src/shared/styles/fonts/${name}.woff2`;

/** Fonts of the first view. Product names are Lao in every language but English (D4). */
export const FONTS = {
  en: [font('hanken-grotesk-basic')],
  vn: [font('hanken-grotesk-basic'), font('noto-sans-lao'), font('hanken-grotesk-vietnamese')],
  other: [font('hanken-grotesk-basic'), font('noto-sans-lao')],
};

/** Font of long Lao texts, on text pages in every language but English. */
export const READING_FONT = font('noto-sans-lao-looped');

export async function readManifest() {
  const text = await readFile(new URL('../dist/.vite/manifest.json', import.meta.url), 'utf8');
  return JSON.parse(text);
}

/** Modules of the back office, none of which a page of the shop loads at first. */
const OFFICE = /^src\/(app\/office|features\/(office|inbox))\/|^virtual:messages\/\w+\/office$/;

/** Modules of the back office in the script files of some modules. */
export async function officeModulesIn(files) {
  const text = await readFile(new URL('../dist/.vite/chunks.json', import.meta.url), 'utf8');
  const chunks = JSON.parse(text);
  return files.flatMap((file) =>
    chunks[file.slice(1)].filter((module) => OFFICE.test(module)).map((module) => [file, module]),
  );
}

/** The script files of some modules with everything they import at once, in load order. */
export function scriptsOf(manifest, modules) {
  const files = new Set();
  const add = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the build`);
    if (files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const module of modules) add(keyOf(manifest, module));
  return [...files];
}

/** Virtual modules carry a zero byte and a path prefix in the manifest. */
function keyOf(manifest, module) {
  return module in manifest
    ? module
    : (Object.keys(manifest).find((key) => key.endsWith(module)) ?? module);
}
