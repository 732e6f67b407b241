import { RawJson } from './raw-json.js';

/** A hostile value: a text, or a structure with different forms in queries and in JSON. */
export interface Payload {
  readonly text: string;
  readonly json?: unknown;
  readonly query?: (name: string) => string;
}

const texts: readonly string[] = [
  // SQL
  "'",
  '"',
  '`',
  '\\',
  "' OR '1'='1",
  "' OR 1=1 -- -",
  '" OR ""="',
  "1' AND '1'='2",
  "'; DROP TABLE events; --",
  "1; DELETE FROM events WHERE ''=''",
  "' UNION SELECT name, sql, 1, 2, 3 FROM sqlite_master --",
  "' UNION SELECT table_name, 1 FROM information_schema.tables #",
  "') OR id IN (SELECT id FROM application_keys) --",
  "1' AND (SELECT 1 FROM (SELECT SLEEP(0))x) AND '1'='1",
  "' || randomblob(1000) || '",
  "'; ATTACH DATABASE '/tmp/x.db' AS x; --",
  "' INTO OUTFILE '/tmp/x' --",
  "' PROCEDURE ANALYSE(EXTRACTVALUE(1, 0x7e))#",
  '1/**/OR/**/1=1',
  '%bf%27 OR 1=1',
  "x' COLLATE NOCASE; PRAGMA writable_schema=1; --",
  '?, :id, $1, @x, ??',
  ':orWhereIn0 :...ids :search',
  '%_%\\%\\_',
  'title" ) MATCH "x* NEAR(a, b',
  '{"$gt":""}',
  // Order and limit
  'id; SELECT 1',
  'id DESC, (SELECT 1)',
  'start_date,(CASE WHEN 1=1 THEN 1 ELSE id END)',
  'event.id`; DROP TABLE tags; #',
  'passwordHash',
  '1 OFFSET 5',
  '10 UNION ALL SELECT 1',
  '0x10',
  // Paths
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '....//....//package.json',
  '..\\..\\windows\\win.ini',
  '%c0%ae%c0%ae/%c0%ae%c0%ae/',
  'file:///etc/passwd',
  '/dev/null\u0000.jpg',
  // Templates, expressions, formats
  '{{7*7}}',
  '${7*7}',
  '#{7*7}<%= 7*7 %>',
  '${jndi:ldap://127.0.0.1/x}',
  '{{constructor.constructor("return process")()}}',
  '%s%s%s%n%x%d',
  '%1$*1$d {0} {1}',
  "$& $1 $` $'",
  '$(reboot) `id` | id ; id',
  '=1+1+cmd|" /C calc"!A0',
  '*)(uid=*))(|(uid=*',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  // Headers
  'x\r\nSet-Cookie: a=b',
  'x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<b>',
  '\u560a\u560dSet-Cookie: a=b',
  '%0d%0aX-Injected: 1',
  // Prototypes
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__proto__.polluted',
  // Scripts
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="java\tscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<p style="background:url(javascript:alert(1))" onclick=alert(1)>x',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<<b>script>alert(1)//<</b>/script>',
  '"><form action=//x><input autofocus onfocus=alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  'javascript:alert(1)',
  'https://x.example/"onmouseover="alert(1)',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  // Unicode
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb\ud83d',
  '\ufeffx\u200b\u200d\u2060',
  '\u202egnp.exe\u202c',
  'Z\u0351\u036b\u0343\u036a'.repeat(40),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(20),
  'ﷺ'.repeat(255),
  'İıſßŒﬃ',
  '＇ OR １＝１ －－',
  'ʼ OR 1=1 ﹣﹣',
  '\ufdd0\uffff\u{10ffff}',
  '\u2028\u2029\u0085',
  // Numbers and dates
  'NaN',
  '-Infinity',
  '1e400',
  '-0',
  '99999999999999999999999999',
  '9223372036854775807',
  '2147483648',
  '１２',
  '0000-00-00 00:00:00',
  '275761-01-01',
  '-000001-01-01T00:00:00Z',
  '99999999999999',
  '2027-06-21T25:61:61+99:99',
  // Lists and long ones
  ',,,,',
  '1,'.repeat(1500),
  'a'.repeat(256),
  '€'.repeat(256),
  'a '.repeat(3000),
  '"'.repeat(500),
  '('.repeat(1000),
  '-"a" '.repeat(100),
];

const nested = '{"a":'.repeat(200) + '1' + '}'.repeat(200);

const structures: readonly Payload[] = [
  {
    text: '__proto__[polluted]',
    json: new RawJson('{"__proto__":{"polluted":"yes"},"id":1}'),
    query: (name) => `${name}[__proto__][polluted]=yes&__proto__[polluted]=yes`,
  },
  {
    text: 'constructor.prototype.polluted',
    json: new RawJson('{"constructor":{"prototype":{"polluted":"yes"}}}'),
    query: (name) => `${name}[constructor][prototype][polluted]=yes&constructor[prototype][polluted]=yes`,
  },
  {
    text: '[__proto__]',
    json: new RawJson('[{"__proto__":{"id":1,"polluted":"yes"}},["__proto__"]]'),
    query: (name) => `${name}.__proto__.polluted=yes&${name}%5B__proto__%5D=yes&__proto__=yes`,
  },
  {
    text: '[0][1]',
    json: [[1], [[2]], { id: [3] }],
    query: (name) => `${name}[0][1]=1&${name}[][]=2&${name}[a][b][c]=3&${name}]=4&${name}[=5&[${name}]=6`,
  },
  {
    text: '[]x25',
    json: Array.from({ length: 25 }, (_, place) => place + 1),
    query: (name) => Array.from({ length: 25 }, (_, place) => `${name}[]=${place + 1}`).join('&'),
  },
  {
    text: '[999999999]',
    json: Array.from({ length: 5000 }, () => 'x'),
    query: (name) => `${name}[999999999]=1&${name}[-1]=2&${name}[1e9]=3&${name}[21]=4`,
  },
  {
    text: 'x1200',
    json: Array.from({ length: 1200 }, () => null),
    query: (name) => Array.from({ length: 1200 }, () => `${name}=1`).join('&'),
  },
  {
    text: 'toString',
    json: new RawJson('{"toString":1,"valueOf":null,"length":-1,"then":"x","toJSON":"y"}'),
    query: (name) => `${name}[toString]=1&${name}[valueOf]=&${name}[length]=1e9&${name}[then]=1`,
  },
  {
    text: 'operators',
    json: { $ne: null, $where: 'sleep(1)', _type: 'raw', '@instanceof': 'FindOperator', value: '1' },
    query: (name) => `${name}[$ne]=&${name}[$where]=1&${name}[@instanceof]=FindOperator`,
  },
  { text: 'deep', json: new RawJson(nested), query: (name) => `${name}${'[a]'.repeat(200)}=1` },
  { text: 'date', json: new Date(0), query: (name) => `${name}=%FF%FE&${name}=%C0%80&${name}=%ED%A0%80&${name}=%` },
];

/** All payloads. */
export const payloads: readonly Payload[] = [...texts.map((text) => ({ text })), ...structures];
