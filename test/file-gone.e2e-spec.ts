import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { TestCalendar } from './support/test-calendar.js';

const folder = mkdtempSync(join(tmpdir(), 'calendar-gone-'));
const path = join(folder, 'calendar.sqlite');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('readiness tells that the SQLite file was moved, replaced or deleted', async () => {
  const other = await TestCalendar.start({}, `sqlite:${path}.other`);
  await other.stop();
  let log = '';
  const target = new Writable({ write: (line, _encoding, done) => (((log += String(line)), done()), undefined) });
  const calendar = await TestCalendar.start({ LOG_LEVEL: 'info' }, `sqlite:${path}`, target);
  const ready = (status: number) => calendar.raw().get('/health/ready').expect(status);
  await ready(200);
  renameSync(path, `${path}.moved`);
  await ready(503);
  await calendar.raw().get('/health/live').expect(200);
  renameSync(`${path}.other`, path);
  await ready(503);
  expect(log).toContain(`${path} was moved, deleted or replaced under the running service`);
  renameSync(`${path}.moved`, path);
  await ready(200);
  rmSync(path);
  await ready(503);
  await calendar.stop();
});
