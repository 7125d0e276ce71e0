// After `vite build`: writes dist/preload.json (what the edge may preload) and the compressed twins of text files.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { FONTS, LANGUAGES, READING_FONT, ROUTES, readManifest, scriptsOf } from './manifest.mjs';

const DIST = new URL('../dist/', import.meta.url).pathname;
const TEXT = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.webmanifest', '.xml']);
const SMALLEST = 1000;

const manifest = await readManifest();
const entry = new Set(scriptsOf(manifest, ['index.html']));
const preload = {
  lang: Object.fromEntries(
    LANGUAGES.map((code) => [code, scriptsOf(manifest, [`virtual:messages/${code}`])]),
  ),
  route: Object.fromEntries(
    Object.entries(ROUTES).map(([name, module]) => [
      name,
      scriptsOf(manifest, [module]).filter((file) => !entry.has(file)),
    ]),
  ),
  font: Object.fromEntries(
    LANGUAGES.map((code) => [
      code,
      (FONTS[code] ?? FONTS.other).map((font) => `/${manifest[font].file}`),
    ]),
  ),
  reading: `/${manifest[READING_FONT].file}`,
};
await writeFile(join(DIST, 'preload.json'), `${JSON.stringify(preload, null, 2)}\n`);

const encodings = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
  '.zst': (bytes) =>
    promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
};

for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !TEXT.has(extname(file)) || /\/(\.vite|ssr)\//.test(file)) continue;
  if ((await stat(file)).size < SMALLEST) continue;
  const bytes = await readFile(file);
  for (const [suffix, compress] of Object.entries(encodings)) {
    await writeFile(file + suffix, await compress(bytes));
  }
}
