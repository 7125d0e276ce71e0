// The shop's service worker: it keeps what was seen for when there is no connection, and shows pushes. It knows nothing
// about a visit, so a new one takes over from the old at once, and open pages do not notice.

import { dropOthers } from './cache-storage';
import { serve } from './fetch-handler';
import { fill, isKeepMessage } from './precache';
import { servePushes } from './push-handler';
import type { Scope } from './worker-scope';

const scope = self as unknown as Scope;
const { origin } = scope.location;

scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      dropOthers(),
      // Where there is none, navigations wait for the worker to wake.
      scope.registration.navigationPreload?.enable().catch(() => {}),
      scope.clients.claim(),
    ]),
  ),
);
scope.addEventListener('fetch', (event) => serve(event, origin));
scope.addEventListener('message', (event) => {
  if (isKeepMessage(event.data)) event.waitUntil(fill(event.data, origin));
});
servePushes(scope);
