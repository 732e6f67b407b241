import { EventEmitter } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { loadSettings } from '../lib/config/load-settings.js';
import { RateLimited } from '../lib/errors/api-error.js';
import { ClientReads } from './client-reads.js';
import { type CalendarRequest } from './request-context.js';

/** Lets the reads that may be computed begin. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 15; turn += 1) await setImmediate();
}

const COSTLY = { per_page: '100' };

class Visit {
  readonly response = Object.assign(new EventEmitter(), { destroyed: false });
  state: 'waiting' | 'admitted' | 'refused' = 'waiting';
  error: unknown;

  constructor(reads: ClientReads, ip: string, query: object = COSTLY, path = '/cal/events/v1/events') {
    const request = { method: 'GET', root: 'en', ip, path, query } as CalendarRequest;
    reads.enter(request, this.response).then(
      () => (this.state = 'admitted'),
      (error: unknown) => {
        this.state = 'refused';
        this.error = error;
      },
    );
  }

  async end(): Promise<void> {
    this.response.emit('prefinish');
    this.response.emit('close');
    await settled();
  }
}

describe('costly reads', () => {
  const start = (reads: ClientReads, ip: string, count: number) =>
    Array.from({ length: count }, () => new Visit(reads, ip));
  const states = (visits: readonly Visit[]) => visits.map(({ state }) => state);

  it('of one client run two at a time, twenty wait, and the others are refused after a second', async () => {
    const reads = new ClientReads(loadSettings({}));
    const visits = start(reads, '192.0.2.1', 25);
    const other = new Visit(reads, '192.0.2.2');
    const simple = new Visit(reads, '192.0.2.1', { per_page: '10' });
    await settled();
    expect(states(visits.slice(0, 2))).toEqual(['admitted', 'admitted']);
    expect(new Set(states(visits.slice(2, 22)))).toEqual(new Set(['waiting']));
    expect(states(visits.slice(22))).toEqual(['waiting', 'waiting', 'waiting']);
    await sleep(1000);
    await settled();
    expect(new Set(states(visits.slice(2, 22)))).toEqual(new Set(['waiting']));
    expect(states(visits.slice(22))).toEqual(['refused', 'refused', 'refused']);
    expect(visits[24]!.error).toBeInstanceOf(RateLimited);
    expect([other.state, simple.state]).toEqual(['admitted', 'admitted']);
    await visits[0]!.end();
    expect(states(visits.slice(1, 4))).toEqual(['admitted', 'admitted', 'waiting']);
  });

  it('are not run for a client that has left meanwhile', async () => {
    const reads = new ClientReads(loadSettings({}));
    const [first, , left, next] = start(reads, '192.0.2.1', 4);
    await settled();
    left!.response.destroyed = true;
    await first!.end();
    expect([left!.state, next!.state]).toEqual(['refused', 'admitted']);
  });

  it.each([
    [{ search: 'jazz' }, '/cal/events/v1/events'],
    [{}, '/cal/events/v1/events.ics'],
    [{}, '/cal/events/v1/events/counts'],
    [{ limit: '500' }, '/cal/events/v1/changes'],
    [{ per_page: '1' }, '/cal/events/v1/changes'],
    [{ limit: '1' }, '/cal/events/v1/events.ics'],
    [{ limit: '1', per_page: '1' }, '/cal/events/v1/events/counts'],
    [{ per_page: '1' }, '/cal/events/v1/sitemap.xml'],
    [{}, '/cal/events/v1/sitemap-12.xml'],
  ])('are searches, feeds, counts and long lists: %j %s', async (query, path) => {
    const reads = new ClientReads(loadSettings({}));
    const visits = Array.from({ length: 3 }, () => new Visit(reads, '192.0.2.1', query, path));
    await settled();
    expect(states(visits)).toEqual(['admitted', 'admitted', 'waiting']);
  });

  it.each([
    ['/cal/events/v1/events', {}],
    ['/cal/events/v1/events', { per_page: '99' }],
    ['/cal/events/v1/events', { limit: '10000' }],
    ['/cal/events/v1/changes', { limit: '50' }],
    ['/cal/events/v1/doc/openapi.json', {}],
    ['/cal/events/v1/events/by-slug/concert.ics', {}],
  ])('are not these, of which sixteen run at once and all wait: %s %j', async (path, query) => {
    const reads = new ClientReads(loadSettings({}));
    const visits = Array.from({ length: 100 }, () => new Visit(reads, '192.0.2.1', query, path));
    await settled();
    expect(states(visits).filter((state) => state === 'admitted')).toHaveLength(16);
    expect(states(visits)).not.toContain('refused');
  });

  it('are not limited with RATE_LIMIT=off', async () => {
    const visits = start(new ClientReads(loadSettings({ RATE_LIMIT: 'off' })), '192.0.2.1', 40);
    await settled();
    expect(new Set(states(visits))).toEqual(new Set(['admitted']));
  });
});
