import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { type Source, sources } from './testing/sources';

const files = sources(/\.tsx?$/).filter(({ path }) => !/\.test\.|^testing\//.test(path));
const LONGEST_COMPONENT = 150;

function imports({ path, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('@/')) return name.slice(2);
    return name.startsWith('.') ? posix.join(posix.dirname(path), name) : [];
  });
}

const layer = (path: string) => path.split('/')[0] ?? '';
const feature = (path: string) => (layer(path) === 'features' ? path.split('/')[1] : undefined);

/** app sees all; a feature sees itself and what is below; what is below sees neither. */
function isAllowed(from: string, to: string): boolean {
  if (layer(from) === 'app') return true;
  if (layer(to) === 'app') return false;
  if (layer(to) === 'features') return feature(from) === feature(to);
  return true;
}

it('imports go from app to features to the shared layers, never sideways', () => {
  const forbidden = files.flatMap((file) =>
    imports(file)
      .filter((target) => !isAllowed(file.path, target))
      .map((target) => `${file.path} → ${target}`),
  );
  expect(forbidden).toEqual([]);
});

it('has no barrels', () => {
  expect(files.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual(
    [],
  );
});

it('keeps components short', () => {
  const long = files
    .filter(
      ({ path, text }) => path.endsWith('.tsx') && text.split('\n').length > LONGEST_COMPONENT,
    )
    .map(({ path }) => path);
  expect(long).toEqual([]);
});
