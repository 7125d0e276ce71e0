import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { COLORS, FOLDER, fileOf, LANGUAGES, WIDTHS } from './matrix';
import { SCREENS } from './screens';

/** Writes the gallery of all screenshots: a row for each screen, by width, language and color scheme. */
export default function gallery(): void {
  if (!existsSync(FOLDER)) return;
  const taken = new Set(readdirSync(FOLDER));
  const rows = SCREENS.map(({ name }) => {
    const files = WIDTHS.flatMap((width) =>
      COLORS.flatMap((color) => LANGUAGES.map((language) => fileOf(name, width, language, color))),
    ).filter((file) => taken.has(file));
    const figures = files.map(
      (file) =>
        `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${file}</figcaption></figure>`,
    );
    return files.length > 0 ? `<h2>${name}</h2><div>${figures.join('')}</div>` : '';
  });
  const style =
    'body{font:14px sans-serif;margin:1rem}div{display:flex;gap:1rem;overflow-x:auto;align-items:start}' +
    'figure{margin:0;flex:none}img{height:32rem;max-width:40rem;object-fit:cover;object-position:top;border:1px solid #ccc}';
  const page = `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}`;
  writeFileSync(`${FOLDER}index.html`, page);
}
