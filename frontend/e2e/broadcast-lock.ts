import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** What a test has to do with news: an announcement reaches the customers of all tests that run meanwhile. */
export type News = 'none' | 'counts' | 'sends';

const SENDER = 'sends';
const LOOKS_EVERY = 100;
/** One for each shop. A file in it is named by who waits or works, and for what. */
const place = join(tmpdir(), `heuan-news-${encodeURIComponent(process.env.BASE_URL ?? '')}`);

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

function others(kind: News): boolean {
  return readdirSync(place).some((name) => {
    const [what, pid] = name.split('.');
    if (Number(pid) === process.pid || what !== kind) return false;
    if (isAlive(Number(pid))) return true;
    rmSync(join(place, name), { force: true });
    return false;
  });
}

/** Whoever sends an announcement is alone with it; any number count their news at once. Returns the way to end it. */
export async function takeNews(news: News): Promise<() => void> {
  if (news === 'none') return () => {};
  mkdirSync(place, { recursive: true });
  const file = join(place, `${news}.${process.pid}`);
  const end = () => rmSync(file, { force: true });
  for (;;) {
    writeFileSync(file, '');
    if (!others(SENDER) && (news === 'counts' || !others('counts'))) return end;
    // A sender that waits keeps its turn; two who count never wait for each other.
    if (news === 'counts' || others(SENDER)) end();
    await wait(LOOKS_EVERY + Math.random() * LOOKS_EVERY);
  }
}
