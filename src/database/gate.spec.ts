import fc from 'fast-check';
import { NobodyWaits, Overloaded } from '../errors/api-error.js';
import { Gate } from './gate.js';
import { type Waiter } from './waiter.js';

const waiter = (client: string, isAwaited = () => true): Waiter => ({ client, isAwaited });

/** Three who come in one after the other and stay for so many milliseconds. */
async function usually(gate: Gate, stay: number): Promise<void> {
  for (let visits = 0; visits < 3; visits += 1) {
    const leave = await gate.enter();
    jest.advanceTimersByTime(stay);
    leave();
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a gate', () => {
  it('lets in as many as there is room for by now, and those who wait when somebody says that there is more', async () => {
    let room = 1;
    const gate = new Gate(() => room, 60_000);
    const inside: string[] = [];
    const enter = async (name: string) => {
      const leave = await gate.enter();
      inside.push(name);
      return leave;
    };
    const leave = await enter('a');
    const others = ['b', 'c', 'd'].map(enter);
    room = 3;
    gate.look();
    await Promise.all(others.slice(0, 2));
    expect(inside).toEqual(['a', 'b', 'c']);
    room = 2;
    leave();
    await Promise.resolve();
    expect(inside).toEqual(['a', 'b', 'c']);
    (await others[0]!)();
    await others[2];
    expect(inside).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets nobody pass those who wait, also where there is more room than before', async () => {
    let room = 1;
    const gate = new Gate(() => room, 60_000);
    const inside: string[] = [];
    const enter = (name: string) => gate.enter().then(() => inside.push(name));
    await enter('a');
    for (const name of ['b', 'c']) void enter(name);
    room = 2;
    void enter('d');
    expect(gate.enterNow()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(0);
    expect(inside).toEqual(['a', 'b']);
    room = 3;
    expect(gate.enterNow()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(0);
    expect(inside).toEqual(['a', 'b', 'c']);
  });

  it('lets in as many as it has room for, and the others in the order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(3), { maxLength: 20 }), async (size, stays) => {
        const gate = new Gate(size, 60_000);
        const order: number[] = [];
        let inside = 0;
        await Promise.all(
          stays.map(async (stay, place) => {
            const leave = await gate.enter();
            expect((inside += 1)).toBeLessThanOrEqual(size);
            order.push(place);
            for (let turns = 0; turns < stay; turns += 1) await Promise.resolve();
            inside -= 1;
            leave();
          }),
        );
        expect(order).toEqual([...order].sort((one, other) => one - other));
        expect(gate.isOpen).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses at once who would have to wait too long, and says when to come again', async () => {
    const gate = new Gate(1, 100);
    await usually(gate, 40);
    const leave = await gate.enter();
    const waiting = [gate.enter(), gate.enter()];
    const refusal = await gate.enter().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Overloaded);
    expect(refusal).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    leave();
    for (const turn of waiting) (await turn)();
    (await gate.enter())();
  });

  it('goes from client to client', async () => {
    const gate = new Gate(1, 60_000);
    const order: string[] = [];
    const visit = async (client: string) => {
      const leave = await gate.enter(waiter(client));
      order.push(client);
      await Promise.resolve();
      leave();
    };
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(visit));
    expect(order.join('')).toBe('aabcaba');
  });

  it('has room for others where one client has as many waiting as have the time', async () => {
    const gate = new Gate(1, 100);
    await usually(gate, 40);
    const leave = await gate.enter();
    const waiting = [gate.enter(waiter('a')), gate.enter(waiter('a'))];
    await expect(gate.enter(waiter('a'))).rejects.toThrow(Overloaded);
    const other = gate.enter(waiter('b'));
    leave();
    for (const turn of [waiting[0]!, other, waiting[1]!]) (await turn)();
  });

  it('has the client with the most waiting make place for others', async () => {
    const gate = new Gate(1, 60_000, 3);
    const leave = await gate.enter();
    const waiting = ['a', 'a', 'a'].map((client) => gate.enter(waiter(client)));
    await expect(gate.enter(waiter('a'))).rejects.toThrow(Overloaded);
    const other = gate.enter(waiter('b'));
    await expect(waiting[2]).rejects.toThrow(Overloaded);
    leave();
    for (const turn of [waiting[0]!, other, waiting[1]!]) (await turn)();
  });

  it('takes one that stayed long for what it is', async () => {
    const gate = new Gate(1, 100);
    await usually(gate, 1);
    const leave = await gate.enter();
    jest.advanceTimersByTime(200);
    leave();
    const turns = Array.from({ length: 20 }, () => gate.enter());
    for (const turn of turns) (await turn)();
  });

  it('lets nobody in who is not awaited any more, and gives that place to others', async () => {
    const gate = new Gate(1, 100, 2);
    const leave = await gate.enter();
    let isAwaited = true;
    const gone = [gate.enter(waiter('a', () => isAwaited)), gate.enter(waiter('b', () => isAwaited))];
    await expect(gate.enter()).rejects.toThrow(Overloaded);
    isAwaited = false;
    const other = gate.enter();
    for (const turn of gone) await expect(turn).rejects.toThrow(NobodyWaits);
    leave();
    (await other)();
  });

  it('leaves out, when the turn comes, who has gone meanwhile', async () => {
    const gate = new Gate(1, 100);
    const leave = await gate.enter();
    let isAwaited = true;
    const gone = gate.enter(waiter('a', () => isAwaited));
    const other = gate.enter();
    isAwaited = false;
    leave();
    await expect(gone).rejects.toThrow(NobodyWaits);
    (await other)();
  });

  it('refuses, when the turn comes, whose time is over', async () => {
    const gate = new Gate(1, 60_000);
    const leave = await gate.enter();
    const [late, other] = [gate.enter(waiter('a'), 60_000, 100), gate.enter(waiter('b'), 60_000, 300)];
    jest.advanceTimersByTime(200);
    leave();
    await expect(late).rejects.toThrow(Overloaded);
    (await other)();
  });

  it('takes less patience of one where it is asked to', async () => {
    const gate = new Gate(1, 100);
    await usually(gate, 40);
    const leave = await gate.enter();
    const waiting = gate.enter();
    await expect(gate.enter(waiter(''), 50)).rejects.toThrow(Overloaded);
    const other = gate.enter();
    leave();
    for (const turn of [waiting, other]) (await turn)();
  });

  it('lets those go on who have begun before any other', async () => {
    const gate = new Gate(1, 100);
    await usually(gate, 1000);
    const leave = await gate.enter();
    const order: string[] = [];
    const turn = (name: string, entered: Promise<() => void>) =>
      entered.then((end) => {
        order.push(name);
        end();
      });
    const turns = [turn('new', gate.enter(waiter('b'))), turn('begun', gate.enterAgain(waiter('a')))];
    leave();
    await Promise.all(turns);
    expect(order).toEqual(['begun', 'new']);
  });

  it('takes what goes on for a part of the stay before it', async () => {
    const gate = new Gate(1, 100);
    for (let visits = 0; visits < 3; visits += 1)
      for (const entered of [() => gate.enter(), () => gate.enterAgain(waiter(''))]) {
        const end = await entered();
        jest.advanceTimersByTime(30);
        end();
      }
    const leave = await gate.enter();
    const waiting = gate.enter();
    await expect(gate.enter()).rejects.toThrow(Overloaded);
    leave();
    (await waiting)();
  });
});
