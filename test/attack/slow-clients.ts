import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, quantile, tally } from './figures.js';
import { Target } from './target.js';

const ROOT = '/en/cal/events/v1';

/** Milliseconds for the 99th percentile of other requests. */
const OTHERS_P99 = 500;

/** Seconds after which the service must have disconnected slow clients, with a tolerance. */
const DISCONNECTED_AFTER = 45;

/** Other requests have another address, so that the limits of the slow clients do not apply. */
const OTHER_ADDRESS = { 'x-forwarded-for': '203.0.113.9' };

type Mode = (socket: Socket) => NodeJS.Timeout;

/** The behaviour of slow clients, by its name. */
const MODES: Readonly<Record<string, Mode>> = {
  'headers byte by byte': (socket) => {
    socket.write(`GET ${ROOT}/events HTTP/1.1\r\nHost: x\r\n`);
    return setInterval(() => socket.write('X'), 1000);
  },
  'bodies byte by byte': (socket) => {
    socket.write(
      `POST ${ROOT}/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
    );
    return setInterval(() => socket.write(' '), 1000);
  },
  'responses that are not read': (socket) => {
    socket.pause();
    for (let n = 0; n < 20; n += 1) socket.write(`GET ${ROOT}/doc/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`);
    return setInterval(() => undefined, 1000);
  },
};

/** Many slow clients of three kinds, while another client reads. */
export async function attackBySlowClients(): Promise<Figure[]> {
  const target = await Target.start({ TRUST_PROXY: 'loopback', MAX_REQUESTS_PER_CLIENT: '2000' });
  const count = 500;
  const sockets = Object.entries(MODES).flatMap(([mode, begin]) =>
    Array.from({ length: count }, () => ({ mode, ...slowClient(target.port, begin) })),
  );
  const times: number[] = [];
  const end = performance.now() + DISCONNECTED_AFTER * 1000;
  const statuses = new Map<number, number>();
  while (performance.now() < end) {
    const start = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${target.port}${ROOT}/events`, { headers: OTHER_ADDRESS }).catch(
      () => ({ status: 0 }),
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    times.push(performance.now() - start);
    await sleep(20);
  }
  const gap = await target.longestGap();
  const writing = sockets.filter(({ mode }) => !mode.startsWith('responses'));
  const open = writing.filter(({ socket }) => !socket.destroyed).length;
  for (const { socket, timer } of sockets) {
    clearInterval(timer);
    socket.destroy();
  }
  await target.stop();
  const attack = 'slow clients';
  const refused = times.length - (statuses.get(200) ?? 0);
  return [
    { attack, what: 'connections', value: sockets.length, unit: '', least: 100 },
    { attack, what: 'p99 of other requests', value: quantile(times, 0.99), unit: 'ms', most: OTHERS_P99 },
    { attack, what: 'other requests refused', value: refused, unit: '', most: 0, by: tally(statuses) },
    { attack, what: 'longest gap of the event loop', value: gap, unit: 'ms of work' },
    { attack, what: `still open after ${DISCONNECTED_AFTER} s`, value: open, unit: '', most: 0 },
  ];
}

function slowClient(port: number, begin: Mode) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const timer = begin(socket);
  socket.on('close', () => clearInterval(timer));
  return { socket, timer };
}
