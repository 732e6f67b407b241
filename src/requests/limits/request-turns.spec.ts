import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { letConnectionsCome } from '../../database/turns.js';
import { RequestTurns } from './request-turns.js';

/** Longer than any share of a turn. */
function work(): void {
  const start = performance.now();
  while (performance.now() - start < 20);
}

describe('turns of requests', () => {
  it('let the connections come that wait behind one, of which Node accepts one in each turn', async () => {
    const CONNECTIONS = 40;
    let begun = 0;
    let accepted = 0;
    const server = createServer(letConnectionsCome).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const clients = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
    const all = new Promise<number>((resolve) => {
      server.on('connection', () => (accepted += 1) === CONNECTIONS && resolve(begun));
    });
    const turns = new RequestTurns();
    const request = () =>
      new Promise<void>((resolve) =>
        turns.take('client', () => {
          begun += 1;
          resolve(work());
        }),
      );
    const requests = Promise.all(Array.from({ length: CONNECTIONS }, request));
    const begunMeanwhile = await all;
    await requests;
    for (const client of clients) client.destroy();
    server.close();
    await once(server, 'close');
    expect(begunMeanwhile).toBeLessThan(CONNECTIONS / 2);
  });

  it('go on while connections come without an end', async () => {
    let isComing = true;
    const come = () => {
      if (!isComing) return;
      letConnectionsCome();
      setImmediate(come);
    };
    come();
    const turns = new RequestTurns();
    const begin = () => new Promise<void>((resolve) => turns.take('client', () => resolve(work())));
    await Promise.all([begin(), begin(), begin()]);
    isComing = false;
  });
});
