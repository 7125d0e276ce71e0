// Shared parts of the load scripts: address of the shop, its catalog, requests of a shopper.
import { check, sleep } from 'k6';
import http from 'k6/http';

export const BASE_URL = (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/$/, '');
// Visits that start per second, regardless of running ones, because shoppers do not wait for each other.
export const RATE = Number(__ENV.RATE || 5);
export const DURATION = __ENV.DURATION || '30s';

const LANGUAGES = ['la', 'la', 'la', 'en', 'th', 'cn', 'vn'];
const PHONE = { 'Accept-Encoding': 'gzip', Accept: 'image/avif,image/webp,*/*' };

// Service level objectives of deploy/observability/prometheus/rules/slo.yml, for a client on the same machine.
export const thresholds = {
  http_req_failed: ['rate<0.001'],
  'http_req_duration{kind:answer}': ['p(99)<100'],
  // Longer, because the first request for an image in a size waits until it is created.
  'http_req_duration{kind:image}': ['p(99)<1000'],
  checks: ['rate>0.999'],
  // Dropped iterations mean that k6 could not start visits in time, so the figures show k6's limit.
  dropped_iterations: ['count<1'],
};

// Scenario with an open arrival model: `share` of RATE, by `exec`. k6 creates as many virtual users as the visits need.
export function arrivals(exec, share = 1) {
  return {
    executor: 'constant-arrival-rate',
    exec,
    rate: Math.max(1, Math.round(RATE * share * 60)),
    timeUnit: '1m',
    duration: DURATION,
    preAllocatedVUs: Math.ceil(RATE * share * 10) + 5,
    maxVUs: Number(__ENV.MAX_VUS || 2000),
    gracefulStop: '15s',
  };
}

// Reads categories, groups and some products, once before the load.
export function catalog() {
  const read = (path) => {
    const answer = http.get(BASE_URL + path, { responseType: 'text', tags: { name: 'setup' } });
    if (answer.status !== 200)
      throw new Error(`${BASE_URL}${path} answered ${answer.status} ${answer.error}`);
    return answer.json('data');
  };
  const categories = read('/api/v1/category?active=true').map((category) => category.cat_id);
  if (categories.length === 0) throw new Error('the shop is empty; import a catalog first');
  const groups = categories.flatMap((id) =>
    read(`/api/v1/group?cat_id=${id}`).map((group) => group.prog_id),
  );
  const products = categories
    .flatMap((id) => read(`/api/v1/product?category=${id}&limit=100`))
    .map(({ pro_id, brand, stock, pro_img_cover }) => ({ pro_id, brand, stock, image: pro_img_cover }));
  const brands = [...new Set(products.map((product) => product.brand).filter(Boolean))];
  return { categories, groups, products, brands };
}

export const pick = (list) => list[Math.floor(Math.random() * list.length)];
// Pause between two requests of a shopper, short enough for a test of seconds.
export const look = () => sleep(0.2 + Math.random() * 0.8);
export const language = () => pick(LANGUAGES);

// Sends a request. `name` groups addresses in the results.
export function ask(name, path, more = {}) {
  const answer = http.get(BASE_URL + path, {
    headers: { ...PHONE, ...more },
    tags: { name, kind: 'answer' },
  });
  check(answer, { 'answered with 200': (it) => it.status === 200 }, { name });
  return answer;
}

// Loads the images of products concurrently, in the size for a phone.
export function images(products, width = 320) {
  const wanted = products.filter((product) => product.image);
  const requests = wanted.map((product) => ({
    method: 'GET',
    url: `${BASE_URL}/media/${product.image}?w=${width}`,
    params: { headers: PHONE, tags: { name: 'image', kind: 'image' } },
  }));
  for (const answer of http.batch(requests)) {
    check(answer, { 'answered with 200': (it) => it.status === 200 }, { name: 'image' });
  }
}
