// Shoppers who look for something. There is no text search yet: they narrow lists down by category, group, brand and
// price (/api/v1/product and category pages), which is the search that the shop has today. RATE visits begin each second;
// a visit is 6 requests in about 2.5 seconds.
import { arrivals, catalog, thresholds } from './lib/shop.js';
import * as visits from './lib/visits.js';

export const options = {
  scenarios: { search: arrivals('search') },
  thresholds,
  discardResponseBodies: true,
};
export const setup = catalog;
export const search = visits.search;
