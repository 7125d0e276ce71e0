import { createLocalStore, useLocalStore } from '@/shared/storage/local-store';
import type { StaffOrder } from '../staff-order-types';

/** Orders whose ticks this browser keeps: the newest. */
const MAX_ORDERS = 100;

type PickedLine = Pick<StaffOrder['lines'][number], 'pro_id' | 'quantity'>;
/** Ticked lines of each order, the order that was ticked last at the end. */
type Picked = [orderId: string, lines: string[]][];

const store = createLocalStore<Picked>('heuan_staff_picked', (stored) =>
  Array.isArray(stored) ? stored.filter(isPicked) : [],
);

function isPicked(entry: unknown): entry is Picked[number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]);
}

/** A line whose quantity was changed is to be picked again. */
const nameOf = ({ pro_id, quantity }: PickedLine) => `${pro_id}×${quantity}`;

const linesOf = (picked: Picked, orderId: string) =>
  picked.find(([id]) => id === orderId)?.[1] ?? [];

/** Ticks a line of an order, or removes its tick. */
function toggle(picked: Picked, orderId: string, line: PickedLine): Picked {
  const name = nameOf(line);
  const lines = linesOf(picked, orderId);
  const next = lines.includes(name) ? lines.filter((one) => one !== name) : [...lines, name];
  const others = picked.filter(([id]) => id !== orderId);
  return [...others, [orderId, next] as Picked[number]].slice(-MAX_ORDERS);
}

/** Lines of an order that lie ready, as ticked off in this browser. */
export function usePickedLines(orderId: string) {
  const lines = linesOf(useLocalStore(store), orderId);
  return {
    has: (line: PickedLine) => lines.includes(nameOf(line)),
    toggle: (line: PickedLine) => store.update((picked) => toggle(picked, orderId, line)),
  };
}
