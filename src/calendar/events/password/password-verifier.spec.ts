import { loadSettings } from '../../../lib/config/load-settings.js';
import { RateLimited } from '../../../lib/errors/api-error.js';
import { type RequestContext } from '../../../http/request-context.js';
import { Event } from '../event.entity.js';
import { hashPassword } from '../../../http/auth/password-hash.js';
import { ALL_CLIENTS, PasswordVerifier } from './password-verifier.js';

describe('the password verifier', () => {
  let hash: string;
  let gate: PasswordVerifier;

  beforeAll(async () => (hash = await hashPassword('right')));
  beforeEach(() => {
    gate = new PasswordVerifier(loadSettings({ RATE_LIMIT: 'off' }));
  });

  async function tried(id: number, password: string, address: string): Promise<string> {
    const event = Object.assign(new Event(), { id, passwordHash: hash });
    const context: Pick<RequestContext, 'address'> = { address };
    try {
      return (await gate.verify(event, password, context)) ? 'open' : 'locked';
    } catch (error) {
      return error instanceof RateLimited ? 'limited' : String(error);
    }
  }

  /** Guesses in groups that the queue has room for. */
  async function guesses(count: number, guess: (index: number) => Promise<string>): Promise<Record<string, number>> {
    const tally: Record<string, number> = {};
    for (let start = 0; start < count; start += 40) {
      const group = Array.from({ length: Math.min(40, count - start) }, (_, index) => guess(start + index));
      for (const outcome of await Promise.all(group)) tally[outcome] = (tally[outcome] ?? 0) + 1;
    }
    return tally;
  }

  it('allows 60 attempts a minute from one address, for all events together', async () => {
    expect(await guesses(80, (index) => tried(index, 'wrong', '192.0.2.1'))).toEqual({ locked: 60, limited: 20 });
    expect(await tried(1000, 'right', '192.0.2.1')).toBe('limited');
    expect(await tried(1000, 'right', '192.0.2.2')).toBe('open');
  }, 60_000);

  it('returns the points of correct attempts', async () => {
    expect(await guesses(65, (index) => tried(index % 2, 'right', '192.0.2.1'))).toEqual({ open: 65 });
  }, 60_000);

  it('after 600 wrong attempts in all only accepts addresses without wrong attempts', async () => {
    expect(await tried(1, 'wrong', '192.0.2.1')).toBe('locked');
    await gate.wrongTries.penalty(ALL_CLIENTS, 598);
    expect(await tried(1, 'wrong', '192.0.2.1')).toBe('locked');
    expect(await tried(1, 'wrong', '192.0.2.1')).toBe('locked');
    expect(await tried(1, 'right', '192.0.2.1')).toBe('limited');
    expect(await tried(1, 'right', '198.51.100.1')).toBe('open');
    expect(await tried(1, 'wrong', '198.51.100.1')).toBe('locked');
    expect(await tried(1, 'right', '198.51.100.1')).toBe('limited');
  }, 30_000);
});
