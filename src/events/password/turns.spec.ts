import { Busy } from '../../errors/api-error.js';
import { Turns } from './turns.js';

/** Work that ends when the test says so. */
function jobs(turns: Turns) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const outcomes = new Map<string, string>();
  const send = (client: string, name: string) =>
    turns
      .run(client, async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
      })
      .then(
        () => outcomes.set(name, 'done'),
        (error: unknown) => outcomes.set(name, error instanceof Busy ? 'busy' : String(error)),
      );
  const settle = () => new Promise(setImmediate);
  const finish = async () => {
    await settle();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { started, outcomes, send, settle, finish };
}

describe('turns', () => {
  it('let a few work at once', async () => {
    const { started, send, settle, finish, outcomes } = jobs(new Turns(2, 10));
    for (const name of ['a', 'b', 'c', 'd']) void send('one', name);
    await settle();
    expect(started).toEqual(['a', 'b']);
    await finish();
    expect([...outcomes.values()]).toEqual(['done', 'done', 'done', 'done']);
  });

  it('go from client to client, whoever has how many waiting', async () => {
    const { started, send, finish } = jobs(new Turns(1, 10));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void send('a', name);
    void send('b', 'b1');
    void send('c', 'c1');
    await finish();
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });

  it('are refused at once where too many wait', async () => {
    const { outcomes, send, settle, finish } = jobs(new Turns(1, 2));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void send('a', name);
    await settle();
    expect([...outcomes]).toEqual([['a4', 'busy']]);
    await finish();
    expect(outcomes.get('a3')).toBe('done');
  });

  it('are given up by the client that has the most of them, for others', async () => {
    const { started, outcomes, send, settle, finish } = jobs(new Turns(1, 3));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void send('a', name);
    void send('b', 'b1');
    await settle();
    expect([...outcomes]).toEqual([['a4', 'busy']]);
    void send('b', 'b2');
    await settle();
    expect(outcomes.get('b2')).toBe('busy');
    await finish();
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('go on after work that failed', async () => {
    const turns = new Turns(1, 1);
    await expect(turns.run('a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    await expect(turns.run('a', () => Promise.resolve('well'))).resolves.toBe('well');
  });
});
