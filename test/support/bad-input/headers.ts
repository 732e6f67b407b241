import { gzipSync } from 'node:zlib';
import { type Random } from '../../../tools/seed/random.js';

type Choices = Readonly<Record<string, readonly string[]>>;

const long = 'x'.repeat(4000);
const tags = Array.from({ length: 300 }, (_, place) => `"${place}-x"`).join(', ');
const odd = ['', ' ', '*', '\u00ff\u0080', '%00', '__proto__', long, ',', '"', 'null'];

/** Unusual values of headers. */
const HEADERS: Choices = {
  'if-match': [
    ...odd,
    '"1-abc"',
    'W/"1-abc"',
    '1-abc',
    '"',
    '"99999999999999999999-a"',
    tags,
    '"-1-"',
    '"1-a", *',
    '*, *',
  ],
  'if-none-match': [...odd, '"1-abc"', 'W/"a"', tags, 'W/', '"a" "b"', '*, "a"'],
  'idempotency-key': [...odd, 'same', 'same', '"same"', 'k'.repeat(255), 'k'.repeat(256), "' OR 1=1 --"],
  authorization: [
    ...[
      ...odd,
      'Bearer',
      'Bearer ',
      'Bearer x',
      'bearer cal_a_b_c',
      'Basic',
      'Basic !',
      'Basic Og==',
      'Basic /////w==',
    ],
    ...['Bearer cal_x_y_z cal_x_y_z', `Basic ${Buffer.from(`a:${long}`).toString('base64')}`, 'Digest username="x"'],
    ...["Bearer cal_' OR '1'='1_x_y", 'Bearer cal___proto___x_y', 'Bearer cal_constructor_x_y', 'Negotiate YII='],
  ],
  accept: [...odd, 'text/html', '*/*;q=bogus', 'text/html;q=0', 'application/xml', '/', ';;;', 'a/b,'.repeat(900)],
  'accept-encoding': [...odd, 'gzip', 'br;q=1.0', 'identity;q=0', '*;q=0', 'gzip;q=-1', 'gzip, '.repeat(500)],
  'accept-language': [...odd, 'fr', 'de;q=9', '*'],
  'content-type': [
    ...[
      ...odd,
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application',
    ],
    ...[
      'application/json; charset=utf-16',
      'application/json; charset=x',
      'application/json; charset=',
      'application/json;',
    ],
    ...[
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json, text/html',
      'application/problem+json',
    ],
    ...['application/json; charset=utf-7', 'application/x-www-form-urlencoded; charset=iso-8859-1', 'text/json'],
    ...['application/x-www-form-urlencoded; charset=utf-16', 'application/x-www-form-urlencoded', 'application/json '],
  ],
  'content-encoding': [...odd, 'gzip', 'deflate', 'br', 'identity', 'gzip, gzip', 'compress', 'zstd', 'GZIP'],
  expect: ['100-continue', 'nonsense', ''],
  origin: [...odd, 'null', 'https://evil.example', 'http://localhost:3000'],
  range: ['bytes=0-', 'bytes=5-1', 'bytes=-0', 'x', long],
  'x-request-id': [...odd, '<script>alert(1)</script>', 'a'.repeat(128)],
  'x-forwarded-for': [...odd, '127.0.0.1', '::1, x', '999.1.1.1'],
  'x-forwarded-proto': [...odd, 'https', 'javascript'],
  'x-http-method-override': ['DELETE', 'PUT'],
  'access-control-request-method': [...odd, 'DELETE'],
  host: [...odd, 'evil.example', 'a:99999', '[::1', 'localhost\t'],
  connection: ['close', 'upgrade', 'keep-alive, x'],
  upgrade: ['websocket', 'h2c'],
  cookie: [...odd, 'a=b; __proto__=c'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', long],
  referer: odd,
  'user-agent': odd,
};

const HEADER_NAMES = Object.keys(HEADERS);

export function strangeHeader(random: Random, name = random.pick(HEADER_NAMES)): Record<string, string> {
  if (name === 'idempotency-key' && random.percent(50)) return { [name]: `key ${random.integer(1, 1e9)}` };
  return { [name]: random.pick(HEADERS[name] ?? odd) };
}

/** A compressed body: valid, damaged, or a zip bomb. */
export function compressed(body: Buffer, random: Random): Buffer {
  const bytes = random.percent(10) ? gzipSync(Buffer.alloc(3_000_000, 0x20)) : gzipSync(body);
  if (random.percent(50)) return bytes;
  return random.percent(50) ? bytes.subarray(0, bytes.length >> 1) : Buffer.concat([bytes.subarray(0, 12), body]);
}
