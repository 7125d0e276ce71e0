// The script bytes of the first view of a home page, as the edge sends them (brotli). Fails above the budget, and where a
// page of the shop loads anything of the back office.
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LANGUAGES, officeModulesIn, ROUTES, readManifest, scriptsOf } from './manifest.mjs';

const BUDGET = 130_000;
const dist = new URL('../dist', import.meta.url).pathname;
const manifest = await readManifest();

const sizes = new Map();
async function sizeOf(file) {
  if (!sizes.has(file)) {
    const bytes = await readFile(dist + file);
    sizes.set(file, {
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes).length,
    });
  }
  return sizes.get(file);
}

async function sum(files) {
  const all = await Promise.all(files.map(sizeOf));
  return {
    gzip: all.reduce((total, size) => total + size.gzip, 0),
    brotli: all.reduce((total, size) => total + size.brotli, 0),
  };
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
let worst = 0;
for (const code of LANGUAGES) {
  const files = scriptsOf(manifest, ['index.html', ROUTES.home, `virtual:messages/${code}`]);
  const { gzip, brotli } = await sum(files);
  worst = Math.max(worst, brotli);
  console.log(`home /${code}: ${kB(gzip)} gzip, ${kB(brotli)} brotli in ${files.length} files`);
  if (code === 'la')
    for (const file of files)
      console.log(`  ${kB((await sizeOf(file)).gzip).padStart(9)}  ${file}`);
}
for (const [name, module] of Object.entries(ROUTES)) {
  const entry = scriptsOf(manifest, ['index.html']);
  const { gzip } = await sum(scriptsOf(manifest, [module]).filter((file) => !entry.includes(file)));
  console.log(`page ${name}: ${kB(gzip)} gzip beyond the shell`);
}
console.log(`budget ${kB(BUDGET)} brotli: ${worst <= BUDGET ? 'kept' : 'EXCEEDED'}`);
const { staff, ...shop } = ROUTES;
const firstViews = scriptsOf(manifest, [
  'index.html',
  ...Object.values(shop),
  ...LANGUAGES.map((code) => `virtual:messages/${code}`),
]);
const office = await officeModulesIn(firstViews);
for (const [file, module] of office) console.log(`${file} has ${module} of the back office`);
const hasOffice = (await officeModulesIn(scriptsOf(manifest, [staff]))).length > 0;
if (!hasOffice) console.log('no module of the back office is known: the check finds nothing');
console.log(`back office in ${firstViews.length} files of the shop: ${office.length} modules`);
process.exitCode = worst <= BUDGET && office.length === 0 && hasOffice ? 0 : 1;
