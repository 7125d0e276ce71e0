// Writes the demo's page of picture credits: from demo/CREDITS.csv into
// demo/content.json. Run it after a change of the former; `demo-texts.test.ts` says when that was forgotten.
import { readFile, writeFile } from 'node:fs/promises';

const DEMO = new URL('../../demo/', import.meta.url);
const LICENCES = {
  'CC-BY-3.0': 'CC BY 3.0 (creativecommons.org/licenses/by/3.0)',
  'CC-BY-3.0-US': 'CC BY 3.0 US (creativecommons.org/licenses/by/3.0/us)',
};
const TITLE = { la: 'ທີ່ມາຂອງຮູບພາບ', en: 'Picture credits' };
const INTRODUCTION = {
  la: 'ຮູບສ່ວນໃຫຍ່ຂອງຮ້ານນີ້ ພວກເຮົາສ້າງເອງ (CC0 1.0). ຮູບອື່ນ ລວມທັງຮູບທີ່ປະກອບຈາກຮູບເຫຼົ່ານັ້ນ ສ້າງຈາກແບບ 3D ຂອງຜູ້ສ້າງລຸ່ມນີ້ ໃນຄັງເຟີນິເຈີຂອງ Sweet Home 3D (sweethome3d-furniture 1.8). ພວກເຮົາປ່ຽນແສງ, ມຸມຮູບ ແລະ ພື້ນຫຼັງ.',
  en: 'Most pictures of this shop are our own (CC0 1.0). The others, also those composed of them, show 3D models by the authors below from the furniture libraries of Sweet Home 3D (sweethome3d-furniture 1.8). We changed light, framing and background.',
};

/** Rows of a CSV file whose fields may be quoted. */
function rowsOf(csv) {
  const [names, ...rows] = csv.trim().split(/\r?\n/).map(fieldsOf);
  return rows.map((fields) => Object.fromEntries(names.map((name, at) => [name, fields[at]])));
}

const fieldsOf = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );

/** Credit of each author: the models, their library and the license. */
function credits(rows) {
  const authors = new Map();
  for (const { licence, author, source } of rows) {
    if (!licence.startsWith('CC-BY')) continue;
    const [, model, library] = /^3D model "(.+?)" from .* library (\S+)/.exec(source);
    const key = `${author} ${library} ${licence}`;
    const known = authors.get(key) ?? { author, library, licence, models: new Set() };
    authors.set(key, known);
    known.models.add(model);
  }
  return [...authors.values()]
    .sort((one, other) => (one.author < other.author ? -1 : 1))
    .map(({ author, library, licence, models }) => {
      const named = [...models].sort().map((model) => `“${model}”`);
      const terms = LICENCES[licence];
      return {
        la: `${author}: ${named.join(', ')}. ຄັງ ${library}, ອະນຸຍາດ ${terms}.`,
        en: `${author}: ${named.join(', ')}. Library ${library}, licence ${terms}.`,
      };
    });
}

const content = JSON.parse(await readFile(new URL('content.json', DEMO), 'utf8'));
const rows = rowsOf(await readFile(new URL('CREDITS.csv', DEMO), 'utf8'));
content.pages.credits = { title: TITLE, paragraphs: [INTRODUCTION, ...credits(rows)] };
await writeFile(new URL('content.json', DEMO), JSON.stringify(content, null, 1));
