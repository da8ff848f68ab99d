// Keeps the page of one table, and what belongs to it, for a phone without a network. Only pages that the server marks are kept, and only
// the newest table. The server writes version and assets above.
"use strict";

const cacheName = "doko " + version;

self.addEventListener("install", (event) => {
  const load = async () => {
    await (await caches.open(cacheName)).addAll(assets);
    await self.skipWaiting();
  };
  event.waitUntil(load());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const tablePage = /^\/tables\/\d+$/;
const forGood = /^\/static\/|^\/tables\/\d+\/values\//;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (forGood.test(url.pathname)) event.respondWith(once(request));
  else if (tablePage.test(url.pathname) && !url.searchParams.has("part")) event.respondWith(newest(request, url.pathname));
});

// What has a hash in its name never changes.
async function once(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone());
  return answer;
}

async function newest(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("Doko-Keep") === "1") await keep(path, answer.clone());
    else if ([401, 403, 404].includes(answer.status)) await forget((kept) => kept === path);
    return answer;
  } catch (problem) {
    const kept = request.mode === "navigate" && (await caches.match(path, { ignoreVary: true }));
    if (!kept) throw problem;
    return marked(kept);
  }
}

// One page is enough: who has moved to another table does not read the old one. What an older program left goes with it.
async function keep(path, answer) {
  await (await caches.open(cacheName)).put(path, answer);
  await forget((kept) => kept !== path);
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

async function forget(which) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = new URL(request.url).pathname;
      if (tablePage.test(path) && which(path)) await cache.delete(request);
    }
  }
}

// A kept page says that it is one: its sentence about the last hand is old, and the keys of its forms were used.
async function marked(kept) {
  const text = (await kept.text()).replace("<html ", "<html data-stale ");
  const headers = {};
  for (const name of ["Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"]) headers[name] = kept.headers.get(name);
  return new Response(text, { status: 200, headers });
}
