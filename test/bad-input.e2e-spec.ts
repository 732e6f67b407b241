import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Document } from '../src/outlets/openapi/openapi-document.js';
import { amount, seed } from './support/amounts.js';
import { Generator } from './support/bad-input/generator.js';
import { operationsOf } from './support/bad-input/operations.js';
import { payloads } from './support/bad-input/payloads.js';
import { Trial } from './support/bad-input/trial.js';
import { type Claim } from './support/bad-input/verdict.js';
import { TestCalendar } from './support/test-calendar.js';

/** The number of requests; BAD_INPUT_REQUESTS and TEST_SEED change what is generated. */
const REQUESTS = amount('BAD_INPUT_REQUESTS');
const SEED = seed();

/** The number of requests for the same few records. */
const BLOCK = 400;

/** The allowed growth of memory between a quarter of the requests and the end, in bytes. */
const MORE_MEMORY = 48 * 1024 * 1024;

let calendar: TestCalendar;
let generator: Generator;
let trial: Trial;
let early: number;
let late: number;

beforeAll(
  async () => {
    process.stdout.write(`Bad input: TEST_SEED=${SEED} BAD_INPUT_REQUESTS=${REQUESTS}\n`);
    // A busy machine must not make the test fail.
    calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '60000' });
    const document = (await calendar.get('/doc/openapi.json')).body as Document;
    generator = new Generator(operationsOf(document), SEED);
    trial = await Trial.of(calendar);
    const blocks = Math.ceil(REQUESTS / BLOCK);
    for (let block = 0; block < blocks; block++) {
      await trial.run(generator, block, BLOCK);
      if (block === blocks >> 2) early = memoryInUse();
    }
    late = memoryInUse();
  },
  // Several times what MySQL needs, which flushes at each commit.
  120_000 + REQUESTS * 200,
);

afterAll(async () => {
  trial.close();
  await calendar.stop();
});

/** The size of reachable objects, in bytes. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const faults = (claim: Claim) => (trial.faults.get(claim) ?? []).join('\n');

describe('generated requests', () => {
  it('never cause an error of the service', () => {
    expect(faults('is no fault of the service')).toBe('');
  });

  it('are refused with the common error body', () => {
    expect(faults('has the one shape of errors')).toBe('');
  });

  it('are refused in the language of the request', () => {
    expect(faults('is in its language')).toBe('');
  });

  it('store something only if they are accepted and have a key', () => {
    expect(faults('stores nothing')).toBe('');
  });

  it('are sanitized in responses', () => {
    expect(faults('is clean')).toBe('');
  });

  it('do not change prototypes of the process', () => {
    expect(faults('leaves the prototypes alone')).toBe('');
  });

  it('do not leak memory', () => {
    expect(late - early).toBeLessThan(MORE_MEMORY);
  });
});

describe('the generator', () => {
  it('puts a hostile value into every place', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    expect(trial.sent).toBeGreaterThanOrEqual(REQUESTS);
    expect(0.3 * REQUESTS).toBeGreaterThan(generator.injections.places);
  });

  it('covers every kind of response', () => {
    const expected = [200, 201, 400, 401, 403, 404, 405, 409, 410, 412];
    // There are one to four of these in two thousand requests, so a short run may have none.
    if (REQUESTS >= 20_000) expected.push(304, 413, 415);
    expect(expected.filter((status) => !trial.statuses.has(status))).toEqual([]);
  });
});
