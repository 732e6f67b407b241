/** How much can be answered: many clients, and the baselines that it is held against. */
import { always, each } from './request-lists.js';

const MANY = 16;

/** More clients than the limits would stop: each may read 6,000 times a minute. */
const ADDRESSES = Array.from({ length: 1000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);

const list = () => always('/events');
const feed = () => always('/events.ics');

/** @param {import('./targets.js').Targets} targets */
const events = ({ ids }) => each(ids, (id) => `/events/${id}`);

/** @param {import('./targets.js').Targets} targets */
const known = ({ etag }) => [{ path: '/events', headers: { 'If-None-Match': etag } }];

const fromManyAddresses = () =>
  ADDRESSES.map((address) => ({ path: '/events', headers: { 'X-Forwarded-For': address } }));

const of = (name, title, subject, requests, status = 200) => ({
  name,
  title,
  subject,
  requests,
  clients: MANY,
  status,
});

/** @type {import('./cases.js').Case[]} */
export const THROUGHPUT = [
  of('cached-list', 'cached: default list', 'cached', list),
  of('ready-bytes', 'baseline: the same bytes', 'ready-bytes', list),
  of('nest-bytes', 'baseline: the same bytes, by a handler of Nest', 'nest-bytes', list),
  of('cached-feed', 'cached: the calendar as .ics', 'cached', feed),
  of('ready-feed', 'baseline: its bytes', 'ready-feed', feed),
  of('not-modified', 'cached: 304', 'cached', known, 304),
  of('bare-304', 'baseline: 304', 'not-modified', known, 304),
  of('cached-event', 'cached: one event', 'cached', events),
  of('guarded-list', 'cached: default list, log and limits on', 'guarded', fromManyAddresses),
  of('workers-list', 'cached: default list, workers', 'workers', list),
];
