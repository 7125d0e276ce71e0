// The shop's service worker: it caches visited pages for use without a connection, and shows pushes. It knows
// nothing about a visit, so a new one takes over from the old at once, and open pages do not notice.

import { deleteOldCaches } from './cache-storage';
import { handleFetch } from './fetch-handler';
import { isPrecacheMessage, precache } from './precache';
import { handlePushes } from './push-handler';
import type { ServiceWorkerScope } from './worker-scope';

const scope = self as unknown as ServiceWorkerScope;
const { origin } = scope.location;

scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      deleteOldCaches(),
      // Without navigation preload, navigations wait for the worker to start.
      scope.registration.navigationPreload?.enable().catch(() => {}),
      scope.clients.claim(),
    ]),
  ),
);
scope.addEventListener('fetch', (event) => handleFetch(event, origin));
scope.addEventListener('message', (event) => {
  if (isPrecacheMessage(event.data)) event.waitUntil(precache(event.data, origin));
});
handlePushes(scope);
