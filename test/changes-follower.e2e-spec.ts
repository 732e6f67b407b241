import { followWrites } from './faults/followed-writes.js';
import { amount, seed } from './support/amounts.js';
import { build } from './support/build.js';
import { createTestDatabase } from './support/test-database.js';

const WRITES = amount('FOLLOWED_WRITES');

beforeAll(() => build(), 600_000);

it(`a follower ends with exactly the public state after ${WRITES} writes on two instances that are killed (seed ${seed()})`, async () => {
  const database = await createTestDatabase();
  try {
    const { acknowledged, kills, records, ...findings } = await followWrites(database.url, WRITES, seed());
    expect(findings).toEqual({ missing: [], surplus: [], different: [], leaked: [], pages: findings.pages });
    expect(acknowledged).toBeGreaterThanOrEqual(WRITES);
    expect(kills).toBeGreaterThan(0);
    expect(records).toBeGreaterThan(WRITES / 20);
  } finally {
    await database.drop();
  }
}, 3_600_000);
