import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Dependence of a test on broadcasts, which reach the customers of all tests that run at the same time. */
export type BroadcastUse = 'none' | 'counts' | 'sends';

const SENDER = 'sends';
const POLL_MS = 100;
/** Folder of the lock, one for each shop. A file in it names a test that waits or works, and its use. */
const lockFolder = join(
  tmpdir(),
  `heuan-broadcasts-${encodeURIComponent(process.env.BASE_URL ?? '')}`,
);

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

function others(kind: BroadcastUse): boolean {
  return readdirSync(lockFolder).some((name) => {
    const [what, pid] = name.split('.');
    if (Number(pid) === process.pid || what !== kind) return false;
    if (isAlive(Number(pid))) return true;
    rmSync(join(lockFolder, name), { force: true });
    return false;
  });
}

/** Readers-writer lock: one test sends broadcasts, or any number count notifications. Returns the function that releases it. */
export async function acquireBroadcastLock(broadcasts: BroadcastUse): Promise<() => void> {
  if (broadcasts === 'none') return () => {};
  mkdirSync(lockFolder, { recursive: true });
  const file = join(lockFolder, `${broadcasts}.${process.pid}`);
  const end = () => rmSync(file, { force: true });
  for (;;) {
    writeFileSync(file, '');
    if (!others(SENDER) && (broadcasts === 'counts' || !others('counts'))) return end;
    // A waiting sender keeps its turn; two tests that count never wait for each other.
    if (broadcasts === 'counts' || others(SENDER)) end();
    await wait(POLL_MS + Math.random() * POLL_MS);
  }
}
