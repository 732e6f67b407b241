import { type Figure } from './figures.js';
import { Target } from './target.js';

/** Requests with an invalid key that one address may send in a minute. */
const FAILURES = 120;

const BAD_KEY = { authorization: 'Bearer cal_x_y_z' };

/** Clients that forge their address, and one that tries to lock out others behind the same proxy. */
export async function attackByProxies(): Promise<Figure[]> {
  return [...(await directly()), ...(await behindProxy())];
}

/** Without a proxy, forged addresses are ignored. */
async function directly(): Promise<Figure[]> {
  const attack = 'no proxy';
  const target = await Target.start({});
  const root = `http://127.0.0.1:${target.port}/en/cal/events/v1`;
  let accepted = 0;
  for (let n = 0; n < FAILURES + 20; n += 1) {
    const headers = { ...BAD_KEY, 'x-forwarded-for': `203.0.113.${n}` };
    if ((await fetch(`${root}/me`, { headers })).status === 401) accepted += 1;
  }
  const { status } = await target.get('/me');
  await target.stop();
  return [
    { attack, what: 'attempts with forged addresses', value: accepted, unit: '', most: FAILURES, least: 1 },
    { attack, what: 'a valid key beside them (status)', value: status, unit: '', most: 200 },
  ];
}

/** Behind a proxy, all spellings of an address count as one client, and other clients are not affected. */
async function behindProxy(): Promise<Figure[]> {
  const attack = 'behind a proxy';
  const target = await Target.start({ TRUST_PROXY: 'loopback' });
  const root = `http://127.0.0.1:${target.port}/en/cal/events/v1`;
  const spellings = [
    '198.51.100.7',
    '198.51.100.7:4711',
    '::ffff:198.51.100.7',
    '[::ffff:c633:6407]:80',
    ' 198.51.100.7 ',
  ];
  let accepted = 0;
  for (let n = 0; n < FAILURES + 20; n += 1) {
    const headers = { ...BAD_KEY, 'x-forwarded-for': `192.0.2.${n}, ${spellings[n % spellings.length]!.trim()}` };
    if ((await fetch(`${root}/me`, { headers })).status === 401) accepted += 1;
  }
  const other = await fetch(`${root}/me`, { headers: { ...BAD_KEY, 'x-forwarded-for': '198.51.100.8' } });
  const { status } = await target.get('/me').set('X-Forwarded-For', spellings[0]!);
  await target.stop();
  return [
    {
      attack,
      what: 'attempts in all spellings of one address',
      value: accepted,
      unit: '',
      most: FAILURES,
      least: 1,
    },
    { attack, what: 'an attempt from another address (status)', value: other.status, unit: '', most: 401, least: 401 },
    { attack, what: 'a valid key from the refused address (status)', value: status, unit: '', most: 200 },
  ];
}
