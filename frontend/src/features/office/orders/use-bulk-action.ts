import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { failureDetail, startRequest } from '../failure-toast';
import type { StaffOrder, StaffOrderSummary } from '../staff-order-types';
import { cacheStaffOrder, changedOrder, postAction } from '../staff-orders-api';

type BulkAction = 'confirm' | 'assign';
const DONE: Record<BulkAction, MessageKey> = {
  confirm: 'office.bulkConfirmed',
  assign: 'office.bulkAssigned',
};

/** Requests at the same time. */
const PARALLEL = 8;

async function inParallel<T>(items: T[], run: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

/**
 * Runs an action on several orders and shows for how many it succeeded. A confirmation can be undone; the orders are
 * confirmed side by side, so that the time of the first has hardly begun when the last is done. `onPartly` is called
 * instead of `onDone` if it failed for any of them.
 */
export function useBulkAction(onDone: () => void, onPartly: () => void) {
  const client = useQueryClient();
  const t = useT();
  const [running, setRunning] = useState<BulkAction | null>(null);

  const undo = async (orders: StaffOrder[]) => {
    let failed = 0;
    await inParallel(orders, async ({ order_id, version }) => {
      try {
        cacheStaffOrder(client, await postAction(String(order_id), { action: 'undo', version }));
      } catch {
        failed += 1;
      }
    });
    if (failed > 0) toast.error(t('office.undoFailed', { count: failed }));
  };

  const run = async (action: BulkAction, orders: StaffOrderSummary[]) => {
    if (running) return;
    setRunning(action);
    const failureOf = startRequest();
    const done: StaffOrder[] = [];
    const failures: { number: string; error: unknown }[] = [];
    await inParallel(orders, async ({ order_id, number, version }) => {
      try {
        const order = await postAction(order_id, { action, version });
        done.push(order);
        cacheStaffOrder(client, order);
      } catch (error) {
        failures.push({ number, error });
        const changed = changedOrder(error);
        if (changed) cacheStaffOrder(client, changed);
      }
    });
    setRunning(null);
    if (done.length > 0) {
      const undoing = { label: t('office.undo'), onClick: () => void undo(done) };
      toast.success(
        t(DONE[action], { count: done.length }),
        action === 'confirm' ? { action: undoing } : {},
      );
    }
    const [first] = failures;
    if (first) {
      const numbers = failures.map(({ number }) => number).join(', ');
      if (failureOf(first.error) === 'unknown') {
        toast.error(`${t('office.outcomeUnknown')}: ${numbers}`, {
          detail: t('office.outcomeLookedUp'),
        });
      } else {
        const detail = changedOrder(first.error)
          ? t('office.bulkChanged')
          : failureDetail(t, failureOf(first.error), first.error);
        toast.error(t('office.bulkFailed', { numbers }), detail ? { detail } : {});
      }
    }
    if (failures.length === 0) onDone();
    else onPartly();
  };
  return { run, running };
}
