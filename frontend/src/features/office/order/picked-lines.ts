import { useReducer } from 'react';
import { readLocal, writeLocal } from '@/shared/storage/local-storage';
import type { StaffOrder } from '../staff-order-types';

const KEY = 'heuan_staff_picked';
/** Orders whose ticks this browser keeps: the newest. */
const MAX_ORDERS = 100;

type PickedLine = Pick<StaffOrder['lines'][number], 'pro_id' | 'quantity'>;
/** Ticked lines of each order, the order that was ticked last at the end. */
type Picked = [orderId: string, lines: string[]][];

let picked: Picked | undefined;
const all = (): Picked => {
  picked ??= readLocal<Picked>(KEY) ?? [];
  return picked;
};

/** A line whose quantity was changed is to be picked again. */
const nameOf = ({ pro_id, quantity }: PickedLine) => `${pro_id}×${quantity}`;

/** Lines of an order that lie ready, as ticked off in this browser. */
export function usePickedLines(orderId: string) {
  const [, renew] = useReducer((count: number) => count + 1, 0);
  const lines = all().find(([id]) => id === orderId)?.[1] ?? [];
  return {
    has: (line: PickedLine) => lines.includes(nameOf(line)),
    toggle: (line: PickedLine) => {
      const name = nameOf(line);
      const next = lines.includes(name) ? lines.filter((one) => one !== name) : [...lines, name];
      const others = all().filter(([id]) => id !== orderId);
      picked = [...others, [orderId, next] as Picked[number]].slice(-MAX_ORDERS);
      writeLocal(KEY, picked);
      renew();
    },
  };
}
