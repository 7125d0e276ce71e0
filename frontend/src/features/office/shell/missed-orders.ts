import type { QueryClient } from '@tanstack/react-query';
import { CLOCK_TOLERANCE_MS, shopNow, toShopTime } from '@/shared/api/shop-time';
import { isOpenStatus } from '../order-labels';
import { playNewOrder } from '../orders/new-order-sound';
import { addArrival, MAX_ARRIVALS } from '../orders/order-arrivals';
import type { StaffOrderPage, StaffOrderSummary } from '../staff-order-types';
import { fetchStaffOrders, STAFF_ORDERS } from '../staff-orders-api';

const PAGE_SIZE = 20;
/** Time limit of one request, so that one that gets no response does not prevent the next comparison. */
const TIMEOUT_MS = 15_000;

/** The orders that this tab knows. */
type Known = {
  ids: ReadonlySet<string>;
  /** Shop's time of the oldest one in ms, if the shop has older ones, which are not new. */
  since: () => number;
};

/** Announces the orders that have arrived without an event, such as while the stream of events was down. */
export type MissedOrders = {
  /**
   * Compares the newest orders of the shop with the known ones. The first comparison only learns them; if it fails, orders
   * that are created later are announced by the next one.
   */
  compare: () => void;
  /** Compares again if the last comparison failed. */
  retry: () => void;
};

export function createMissedOrders(client: QueryClient): MissedOrders {
  let known: Known | undefined;
  let isComparing = false;
  let isDue = false;
  let hasFailed = false;

  const announceNew = async () => {
    const newest = await newestOrders(client, known);
    const isArrived = (order: StaffOrderSummary) =>
      isUnknown(order, known) && isOpenStatus(order.status);
    const arrived = newest.filter(isArrived);
    known = knownOf(newest);
    // The oldest comes first, as with events, which may have announced some of them.
    const isNew = arrived.reverse().map(({ order_id }) => addArrival(order_id, shopNow()));
    if (isNew.includes(true)) playNewOrder();
  };
  const compare = async () => {
    isDue = true;
    if (isComparing) return;
    isComparing = true;
    while (isDue) {
      isDue = false;
      const startedAt = Date.now();
      hasFailed = await announceNew().then(
        () => false,
        () => true,
      );
      if (hasFailed) known ??= { ids: new Set(), since: () => shopTimeBefore(startedAt) };
    }
    isComparing = false;
  };
  return { compare: () => void compare(), retry: () => void (hasFailed && compare()) };
}

const timeOf = ({ created_at }: StaffOrderSummary) => Date.parse(created_at);

/**
 * The shop's time of a device's time, which the next response corrects. Orders within the tolerance are announced rather than
 * missed.
 */
const shopTimeBefore = (deviceMs: number) => toShopTime(deviceMs) - CLOCK_TOLERANCE_MS;

const isUnknown = (order: StaffOrderSummary, known: Known | undefined): boolean =>
  known !== undefined && !known.ids.has(order.order_id) && timeOf(order) > known.since();

function knownOf(newest: StaffOrderSummary[]): Known {
  const oldest = newest.length < PAGE_SIZE ? undefined : newest.at(-1);
  return {
    ids: new Set(newest.map(({ order_id }) => order_id)),
    since: () => (oldest ? timeOf(oldest) : Number.NEGATIVE_INFINITY),
  };
}

/** The newest orders, newest first: a page, and further ones while all of their orders are unknown. */
async function newestOrders(
  client: QueryClient,
  known: Known | undefined,
): Promise<StaffOrderSummary[]> {
  const found: StaffOrderSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(client, cursor);
    found.push(...page.data);
    const areUnknown = page.data.every((order) => isUnknown(order, known));
    cursor = (areUnknown && page.next_cursor) || undefined;
  } while (cursor && found.length < MAX_ARRIVALS);
  return found;
}

const fetchPage = (client: QueryClient, cursor: string | undefined): Promise<StaffOrderPage> =>
  client.fetchQuery({
    queryKey: [STAFF_ORDERS, 'newest', cursor ?? ''],
    queryFn: ({ signal }) =>
      fetchStaffOrders(
        { cursor },
        PAGE_SIZE,
        AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ),
    // The query client pauses its retries in a hidden tab, which has to ring as well. The caller retries instead.
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
