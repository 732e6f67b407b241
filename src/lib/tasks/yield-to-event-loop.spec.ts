import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { yieldToEventLoop } from './yield-to-event-loop.js';

it('lets more than one waiting connection in', async () => {
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  // The kernel completes the connections while this thread works.
  const until = performance.now() + 50;
  while (performance.now() < until);
  // The clock stands still: on a busy machine, the first turn may take as long as all of them may.
  const clock = jest.spyOn(performance, 'now').mockReturnValue(until);
  await yieldToEventLoop();
  clock.mockRestore();
  expect(accepted).toBeGreaterThan(3);
  for (const socket of sockets) socket.destroy();
  server.close();
  await sleep(0);
});

it('waits for few turns if they are long', async () => {
  let turns = 0;
  const work = () => {
    turns += 1;
    const until = performance.now() + 30;
    while (performance.now() < until);
    next = setImmediate(work);
  };
  let next = setImmediate(work);
  await yieldToEventLoop();
  clearImmediate(next);
  expect(turns).toBeLessThan(5);
});
