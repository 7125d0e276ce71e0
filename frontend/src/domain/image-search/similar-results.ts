import { readSession, writeSession } from '@/shared/storage/session-storage';
import type { Similar } from './similar-product';

/** What a picture found, for the shop page to show. */
export type Found = {
  /** The name under which a place in the browser's history finds it again. */
  name: string;
  items: Similar[];
  /** The picture, small, as a `data:` address. */
  picture: string;
};

const STORED = 'heuan_similar';
/** Back and forward between a few searches; older ones show the whole list again. */
const MOST = 5;

let kept: Found[] | undefined;

const all = () => {
  kept ??= readSession<Found[]>(STORED) ?? [];
  return kept;
};

/** Keeps what was found, also through a reload of this tab, and returns its name. */
export function keepFound(items: Similar[], picture: string): string {
  const name = Date.now().toString(36);
  kept = [{ name, items, picture }, ...all().filter((other) => other.name !== name)].slice(0, MOST);
  writeSession(STORED, kept);
  return name;
}

export const foundUnder = (name: string | undefined): Found | undefined =>
  name === undefined ? undefined : all().find((found) => found.name === name);
