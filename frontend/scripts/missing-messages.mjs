// Lists the texts each language lacks, in the order of the Lao messages, with the English ones beside them.
// `--fill FILE.json` ({"fr": {"key": "text"}, …}) inserts texts into the message files, each at its key's position.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../src/shared/i18n/messages/', import.meta.url).pathname;
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const catalogs = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [file.replace(/\.json$/, ''), read(FOLDER + file)]),
);
const keys = Object.keys(catalogs.la);

const [option, file] = process.argv.slice(2);
if (option === '--fill') {
  for (const [code, texts] of Object.entries(read(file))) {
    const all = { ...catalogs[code], ...texts };
    catalogs[code] = Object.fromEntries(
      keys.filter((key) => key in all).map((key) => [key, all[key]]),
    );
    writeFileSync(`${FOLDER}${code}.json`, `${JSON.stringify(catalogs[code], null, 2)}\n`);
  }
}

for (const [code, texts] of Object.entries(catalogs)) {
  const missing = keys.filter((key) => !(key in texts));
  const unknown = Object.keys(texts).filter((key) => !(key in catalogs.la));
  if (missing.length + unknown.length === 0) continue;
  process.exitCode = 1;
  console.log(`${code}: ${missing.length} missing, ${unknown.length} unknown`);
  for (const key of missing) console.log(`  ${key}: ${JSON.stringify(catalogs.en[key] ?? '?')}`);
  for (const key of unknown) console.log(`  not in la: ${key}`);
}
