import { attackByBlocking } from './blocking.js';
import { type Figure } from './figures.js';
import { attackByFloods } from './floods.js';
import { attackByMarkers } from './markers.js';
import { attackByOverload } from './overload.js';
import { attackByPayloads } from './payloads.js';
import { type Plan } from './plan.js';
import { attackByProxies } from './proxies.js';
import { attackBySlowClients } from './slow-clients.js';

/** How much of the time each attack has; the others take as long as they need. */
const SHARES: readonly (readonly [attack: (plan: Plan) => Promise<Figure[]>, share: number])[] = [
  [attackByPayloads, 0.3],
  [attackByMarkers, 0.15],
  [attackByBlocking, 0.2],
  [attackByFloods, 0.1],
  [attackByOverload, 0.25],
  [attackByProxies, 0],
  [attackBySlowClients, 0],
];

/**
 * All attacks, one after the other.
 * @param minutes for all of them; what must be done at least may take longer
 */
export async function attackAll(minutes: number, seed: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [attack, share] of SHARES) {
    const until = performance.now() + share * minutes * 60_000;
    figures.push(...(await attack({ until, seed, isFull: minutes >= 2 })));
  }
  return figures;
}
