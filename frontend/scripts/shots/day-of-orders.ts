import type { Page } from '@playwright/test';
import { signInAsStaff } from '../../e2e/chat-helpers';
import { call, newPhone, PASSWORD, placeOrder } from '../../e2e/shopper';

type Customer = {
  name: [fname: string, lname: string];
  /** District and village in the capital, or the branch of a pickup. */
  place: [district: string, village: string] | number;
  items: [product: number, quantity: number][];
  method: string;
  /** Steps that the staff have done with the order. */
  steps: string[];
};

/** Customers of a day, the earliest first, each with one order. */
const CUSTOMERS: Customer[] = [
  {
    name: ['Phonsavan', 'Inthavong'],
    place: ['ໄຊທານີ', 'ດົງໂດກ'],
    items: [[101002, 40]],
    method: 'cod',
    steps: ['confirm', 'prepare', 'dispatch', 'hand_over'],
  },
  {
    name: ['Souksavanh', 'Chanthavong'],
    place: 2,
    items: [
      [201001, 12],
      [401008, 1],
    ],
    method: 'transfer',
    steps: ['mark_paid', 'confirm', 'prepare', 'hand_over'],
  },
  {
    name: ['Thongchanh', 'Vongsa'],
    place: ['ສີສັດຕະນາກ', 'ທາດຂາວ'],
    items: [
      [1103001, 2],
      [1106001, 1],
    ],
    method: 'cod',
    steps: ['confirm', 'prepare', 'dispatch'],
  },
  {
    name: ['Vilayvanh', 'Sengdara'],
    place: 3,
    items: [[205001, 24]],
    method: 'cod',
    steps: ['confirm', 'prepare'],
  },
  {
    name: ['Khamla', 'Phommasack'],
    place: ['ໄຊເສດຖາ', 'ໂພນທັນ'],
    items: [[1203001, 1]],
    method: 'cod',
    steps: ['confirm'],
  },
  {
    name: ['Daovone', 'Luangrath'],
    place: ['ຈັນທະບູລີ', 'ຫາຍໂສກ'],
    items: [
      [303001, 6],
      [509001, 2],
      [508001, 2],
    ],
    method: 'transfer',
    steps: ['mark_paid', 'confirm'],
  },
  {
    name: ['Noy', 'Sisavath'],
    place: ['ສີໂຄດຕະບອງ', 'ສີໄຄ'],
    items: [
      [1101001, 1],
      [401008, 1],
    ],
    method: 'transfer',
    steps: [],
  },
  {
    name: ['Sengaloun', 'Keobounphanh'],
    place: 2,
    items: [[909001, 1]],
    method: 'cod',
    steps: [],
  },
  {
    name: ['Bounmy', 'Keovongsa'],
    place: ['ໄຊທານີ', 'ດົງໂດກ'],
    items: [
      [401011, 1],
      [401008, 2],
      [201001, 6],
    ],
    method: 'cod',
    steps: [],
  },
];

function deliveryTo(place: Customer['place']): object {
  if (typeof place === 'number') return { method: 'pickup', branch_id: place };
  const [district, village] = place;
  return { method: 'delivery', province: 'ນະຄອນຫຼວງວຽງຈັນ', district, village };
}

/** Places the orders of a day, and signs a manager in on the same page. Returns the id of the last order. */
export async function dayOfOrders(page: Page): Promise<string> {
  const placed: { order_id: string; steps: string[] }[] = [];
  for (const { name, place, items, method, steps } of CUSTOMERS) {
    const [[fname, lname], phone] = [name, newPhone()];
    await call(page, 'POST', '/api/auth/register', { fname, lname, phone, password: PASSWORD });
    const { order_id } = await placeOrder(page, method, {
      items: items.map(([pro_id, quantity]) => ({ pro_id, quantity })),
      phone,
      delivery: deliveryTo(place),
    });
    placed.push({ order_id, steps });
  }
  await signInAsStaff(page, 'Chantha');
  for (const { order_id, steps } of placed) {
    const path = `/api/staff/orders/${order_id}`;
    for (const action of steps) {
      const { version } = await call(page, 'GET', path);
      const means = action === 'mark_paid' ? { method: 'transfer', reference: '2611-77310' } : {};
      await call(page, 'POST', `${path}/actions`, { action, version, ...means });
    }
  }
  return placed.at(-1)?.order_id ?? '';
}
