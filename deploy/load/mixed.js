// A day's mix: of RATE visits a second 70 % look around, 25 % look for something, 5 % are crawlers. Who buys
// is in buy.js, which counts the stock.
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
