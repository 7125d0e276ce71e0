import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SRC = join(import.meta.dirname, '..');

export type Source = { path: string; text: string };

/** Source files of `src`, with paths relative to it. */
export function sources(pattern: RegExp): Source[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => pattern.test(file))
    .map((file) => ({ path: relative(SRC, file), text: readFileSync(file, 'utf8') }));
}
