import { attackByBlocking } from './blocking.js';
import { type Figure } from './figures.js';
import { attackByFloods } from './floods.js';
import { attackByMarkers } from './markers.js';
import { attackByOverload } from './overload.js';
import { attackByPayloads } from './payloads.js';
import { type Plan } from './plan.js';
import { attackByProxies } from './proxies.js';
import { attackBySlowClients } from './slow-clients.js';
import { attackBySubmissions } from './submissions.js';
import { attackByUploads } from './uploads.js';

/** The share of the time of each attack; those with 0 take as long as they need. */
const SHARES: Readonly<Record<string, readonly [attack: (plan: Plan) => Promise<Figure[]>, share: number]>> = {
  payloads: [attackByPayloads, 0.3],
  markers: [attackByMarkers, 0.15],
  blocking: [attackByBlocking, 0.2],
  floods: [attackByFloods, 0.1],
  overload: [attackByOverload, 0.25],
  proxies: [attackByProxies, 0],
  'slow-clients': [attackBySlowClients, 0],
  uploads: [attackByUploads, 0],
  submissions: [attackBySubmissions, 0],
};

/**
 * Runs all attacks one after the other.
 * @param minutes for all of them; their minimum of requests may take longer
 * @param only the name of a single attack, which gets its share of the time
 */
export async function attackAll(minutes: number, seed: number, only?: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, [attack, share]] of Object.entries(SHARES)) {
    if (only !== undefined && name !== only) continue;
    const until = performance.now() + share * minutes * 60_000;
    figures.push(...(await attack({ until, seed })));
  }
  return figures;
}
