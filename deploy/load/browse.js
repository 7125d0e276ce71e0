// Load of browsing shoppers. RATE visits start per second; a visit is 6 pages or lists and 5 images in about 3 seconds.
import { arrivals, catalog, thresholds } from './lib/shop.js';
import * as visits from './lib/visits.js';

export const options = {
  scenarios: { browse: arrivals('browse') },
  thresholds,
  discardResponseBodies: true,
};
export const setup = catalog;
export const browse = visits.browse;
