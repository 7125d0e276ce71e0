// What the load scripts share: where the shop is, what is in it, and how a shopper asks for things.
import { check, sleep } from 'k6';
import http from 'k6/http';

export const BASE_URL = (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/$/, '');
// Visits that begin each second, whether earlier ones are through or not: shoppers do not wait for each other.
export const RATE = Number(__ENV.RATE || 5);
export const DURATION = __ENV.DURATION || '30s';

const LANGUAGES = ['la', 'la', 'la', 'en', 'th', 'cn', 'vn'];
const PHONE = { 'Accept-Encoding': 'gzip', Accept: 'image/avif,image/webp,*/*' };

// The promises of deploy/observability/prometheus/rules/slo.yml, as a shopper on the same machine sees them.
export const thresholds = {
  http_req_failed: ['rate<0.001'],
  'http_req_duration{kind:answer}': ['p(99)<100'],
  // The first shopper who wants a picture in a size waits until it is made.
  'http_req_duration{kind:picture}': ['p(99)<1000'],
  checks: ['rate>0.999'],
  // k6 could not start visits in time: the figures are k6's limit, not the shop's.
  dropped_iterations: ['count<1'],
};

// An open model: `share` of RATE, by `exec`. Long visits need many k6 users at once; they are made as needed.
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

// Categories, groups and some products, asked for once before the load begins.
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
    .map(({ pro_id, brand, stock, pro_img_cover }) => ({ pro_id, brand, stock, picture: pro_img_cover }));
  const brands = [...new Set(products.map((product) => product.brand).filter(Boolean))];
  return { categories, groups, products, brands };
}

export const pick = (list) => list[Math.floor(Math.random() * list.length)];
// Shoppers look longer than they click; short enough for a test of seconds.
export const look = () => sleep(0.2 + Math.random() * 0.8);
export const language = () => pick(LANGUAGES);

// One request under one name for all its addresses.
export function ask(name, path, more = {}) {
  const answer = http.get(BASE_URL + path, {
    headers: { ...PHONE, ...more },
    tags: { name, kind: 'answer' },
  });
  check(answer, { 'answered with 200': (it) => it.status === 200 }, { name });
  return answer;
}

// The pictures a phone loads for the products it shows, together, as a browser does.
export function pictures(products, width = 320) {
  const wanted = products.filter((product) => product.picture);
  const requests = wanted.map((product) => ({
    method: 'GET',
    url: `${BASE_URL}/media/${product.picture}?w=${width}`,
    params: { headers: PHONE, tags: { name: 'picture', kind: 'picture' } },
  }));
  for (const answer of http.batch(requests)) {
    check(answer, { 'answered with 200': (it) => it.status === 200 }, { name: 'picture' });
  }
}
