/** Each filter of the lists alone (`--cases filters`): to find the one that is slow. */

import { always, each } from './request-lists.js';

/** @type {[string, (targets: import('./targets.js').Targets) => import('./request-lists.js').Request[]][]} */
const filters = [
  ['page in the middle', ({ total }) => always(`/events?page=${Math.ceil(total / 20)}`)],
  ['starts_before', ({ days }) => each(days, (day) => `/events?starts_before=${day}`)],
  ['starts_after', ({ days }) => each(days, (day) => `/events?starts_after=${day}`)],
  ['ends_before', ({ days }) => each(days, (day) => `/events?ends_before=${day}`)],
  ['ends_after', ({ days }) => each(days, (day) => `/events?ends_after=${day}`)],
  ['featured', () => always('/events?featured=true')],
  ['ticketed', () => always('/events?ticketed=true')],
  ['post_parent', ({ parents }) => each(parents, (id) => `/events?post_parent=${id}&from=1000-01-02`)],
  ['include', ({ ids }) => always(`/events?include=${ids}`)],
  ['exclude', ({ ids }) => each(ids, (id) => `/events?exclude=${id}`)],
  ['author', ({ authors }) => each(authors, (id) => `/events?author=${id}`)],
  ['modified_after', () => always('/events?modified_after=2000-01-01')],
  ['untranslated', () => always('/events?untranslated=only')],
  ['orderby=title', () => always('/events?orderby=title')],
  ['orderby=modified', () => always('/events?orderby=modified&order=desc')],
  ['venues', () => always('/venues')],
  ['venues with upcoming', () => always('/venues?only_with_upcoming=true')],
  ['venues without events', () => always('/venues?has_events=false')],
  ['categories', () => always('/categories')],
  ['tags with upcoming', () => always('/tags?only_with_upcoming=true')],
];

/** @type {import('./cases.js').Case[]} */
export const FILTERS = filters.map(([title, requests]) => ({
  name: title.replaceAll(/[^a-z]+/g, '-'),
  ...{ title, requests, subject: 'uncached', clients: 1, status: 200 },
}));
