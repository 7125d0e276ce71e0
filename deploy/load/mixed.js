// Mixed load: of RATE visits per second, 70 % browse, 25 % filter lists, 5 % are crawlers. Orders are in buy.js.
import { arrivals, catalog, thresholds } from './lib/shop.js';
import * as visits from './lib/visits.js';

export const options = {
  scenarios: {
    browse: arrivals('browse', 0.7),
    search: arrivals('search', 0.25),
    crawl: arrivals('crawl', 0.05),
  },
  thresholds,
  discardResponseBodies: true,
};
export const setup = catalog;
export const browse = visits.browse;
export const search = visits.search;
export const crawl = visits.crawl;
