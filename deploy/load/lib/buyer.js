// Client of a customer: API token, session, and requests that change data.
import { check, fail } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';

import { BASE_URL } from './shop.js';

const KEY = __ENV.PUBLISHABLE_KEY || 'heuan-demo-key';
const PASSWORD = 'a password for trying out';

// E-mail address of a customer by number, so that the audit finds all customers of the run.
export const address = ({ run }, kind, number) => `${kind}-${number}.${run}@load.example`;

let keys = 0;
// New idempotency key. A repeated request has the same key.
export function newKey() {
  keys += 1;
  return `load-${exec.vu.idInTest}-${keys}-${Date.now()}`;
}

// Starts a visit: registers the customer at the first visit, signs in at later ones.
export function arrive(shop, kind) {
  const number = exec.scenario.iterationInTest;
  const regulars = shop.customers[kind];
  const email = address(shop, kind, number % regulars);
  return number < regulars ? register(email) : signIn(email);
}

function register(email) {
  const buyer = visitor();
  const person = { fname: 'Load', lname: 'Test', email, password: PASSWORD };
  return signed(buyer, buyer.call('register', 'POST', '/api/auth/register', { body: person, kind: 'password' }));
}

// Signs in. Returns undefined for a status in `others`, which is not a failure then.
export function signIn(email, others = []) {
  const buyer = visitor();
  const body = { identifier: email, password: PASSWORD };
  const more = { body, kind: 'password', expect: [200, ...others] };
  return signed(buyer, buyer.call('login', 'POST', '/api/auth/login', more), others);
}

function signed(buyer, answer, others = []) {
  if (others.includes(answer.status)) return undefined;
  const cookie = answer.cookies.heuan_session;
  if (!cookie) fail(`${answer.request.url} returned no session: ${answer.status} ${answer.body}`);
  buyer.session = cookie[0].value;
  return buyer;
}

function visitor() {
  const buyer = { token: '', session: '' };
  buyer.request = (name, method, path, more) => request(buyer, name, method, path, more);
  buyer.call = (name, method, path, more = {}) => {
    const { url, body, params } = buyer.request(name, method, path, more);
    return checked(name, http.request(method, url, body, params), more.expect);
  };
  const token = buyer.call('api token', 'POST', '/api/api-token', { authorization: `Bearer ${KEY}` });
  buyer.token = token.json('data.token');
  return buyer;
}

// Sends several requests concurrently: `[name, method, path, more]` each.
export function together(buyer, requests) {
  const answers = http.batch(requests.map((one) => buyer.request(...one)));
  return answers.map((answer, at) => checked(requests[at][0], answer, (requests[at][3] || {}).expect));
}

function request(buyer, name, method, path, more = {}) {
  const headers = { Accept: 'application/json' };
  if (more.body !== undefined) headers['Content-Type'] = 'application/json';
  if (more.authorization) headers.Authorization = more.authorization;
  if (buyer.token) headers['x-api-access-token'] = buyer.token;
  // Set by hand, because k6's cookie jar is shared by all customers of an audit and does not send secure cookies over plain
  // HTTP.
  if (buyer.session) headers.Cookie = `heuan_session=${buyer.session}`;
  if (more.key) headers['Idempotency-Key'] = more.key;
  return {
    method,
    url: BASE_URL + path,
    body: more.body === undefined ? null : JSON.stringify(more.body),
    params: {
      headers,
      jar: new http.CookieJar(),
      responseType: 'text',
      tags: { name, kind: more.kind || 'answer' },
      responseCallback: http.expectedStatuses(...(more.expect || [200, 201])),
    },
  };
}

function checked(name, answer, expect = [200, 201]) {
  const right = check(answer, { 'expected status': (it) => expect.includes(it.status) }, { name });
  if (!right) console.error(`${name}: ${answer.status} ${answer.error} ${answer.body}`);
  return answer;
}
