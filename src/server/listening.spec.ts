import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { runningPort, storePort } from './listening.js';

describe('the port of a running service', () => {
  const databaseUrl = `sqlite:/nowhere/${randomUUID()}.sqlite`;

  it('is known by its database, while it runs', () => {
    expect(runningPort({ databaseUrl })).toBeUndefined();
    storePort({ databaseUrl }, 4011);
    expect(runningPort({ databaseUrl })).toBe(4011);
    expect(runningPort({ databaseUrl: `${databaseUrl}2` })).toBeUndefined();
  });

  it('is forgotten once the process has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    storePort({ databaseUrl }, 4012, pid);
    expect(runningPort({ databaseUrl })).toBeUndefined();
  });
});
