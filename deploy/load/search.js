// Load of shoppers who filter lists by category, group, brand and price (/api/v1/product and category pages). There are no
// text searches. RATE visits start per second; a visit is 6 requests in about 2.5 seconds.
import { arrivals, catalog, thresholds } from './lib/shop.js';
import * as visits from './lib/visits.js';

export const options = {
  scenarios: { search: arrivals('search') },
  thresholds,
  discardResponseBodies: true,
};
export const setup = catalog;
export const search = visits.search;
