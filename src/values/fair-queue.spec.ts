import fc from 'fast-check';
import { FairQueue } from './fair-queue.js';

/** Takes all that wait. */
function all<T>(queue: FairQueue<T>): T[] {
  const taken: T[] = [];
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) taken.push(one);
  return taken;
}

function queueOf(...waiting: readonly (readonly [client: string, one: string])[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [client, one] of waiting) queue.push(client, one);
  return queue;
}

describe('a fair queue', () => {
  it('goes from client to client, and keeps the order of each', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['b', 'b2']);
    expect(queue.shift()).toBe('a1');
    queue.push('d', 'd1');
    expect(all(queue)).toEqual(['b1', 'c1', 'a2', 'd1', 'b2', 'a3']);
    expect(queue.length).toBe(0);
  });

  it('tells how many have their turns before one more', () => {
    const clients = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(fc.array(clients), fc.nat(8), clients, (waiting, taken, client) => {
        const queue = new FairQueue<string>();
        for (const one of waiting) queue.push(one, 'other');
        for (let turns = 0; turns < taken; turns += 1) queue.shift();
        const before = queue.before(client);
        queue.push(client, 'this');
        expect(all(queue).indexOf('this')).toBe(before);
      }),
    );
  });

  it('has whoever has the most waiting make place, as long as that is fair', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1']);
    expect(queue.makePlace('a')).toBeUndefined();
    expect(queue.makePlace('b')).toBe('a3');
    expect(queue.makePlace('b')).toBeUndefined();
    expect(queue.makePlace('c')).toBe('a2');
    expect([queue.length, queue.of('a'), queue.of('c')]).toEqual([2, 1, 0]);
  });

  it('drops those that are meant', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1'], ['c', 'c2']);
    expect(queue.drop((one) => one.endsWith('1'))).toEqual(['a1', 'b1']);
    expect(all(queue)).toEqual(['a2', 'c2']);
  });
});
