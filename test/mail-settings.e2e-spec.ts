import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../src/database/database.js';
import { query } from '../src/database/sql/statements.js';
import { MailServer } from './support/smtp.js';
import { TestCalendar } from './support/test-calendar.js';
import { eventually } from './support/until.js';

const admin = { as: 'administrator' } as const;

describe('settings of mail', () => {
  const outcome = async (environment: Record<string, string>) => {
    const other = await TestCalendar.start({ MAIL_FROM: 'calendar@town.example', ...environment });
    try {
      const email = 'someone@town.example';
      const { id } = (await other.post('/accounts', { name: 'Someone', role: 'editor', email }, admin)).body;
      const { mail } = (await other.post(`/accounts/${id}/invitation`, {}, admin)).body;
      const rows = () =>
        other.app.get(Database).read((manager) => query<{ attempts: number }>(manager, 'SELECT attempts FROM mails'));
      if (mail === 'queued') await eventually(async () => (await rows())[0]?.attempts !== 0);
      const metrics = await other.raw().get('/metrics').set('Authorization', `Bearer ${other.keys.administrator}`);
      return {
        mail,
        waiting: (await rows()).length,
        forgotten: (await other.get('/sign-in')).body.forgotten,
        metrics: metrics.text,
      };
    } finally {
      await other.stop();
    }
  };

  it('require TLS where a user is given, except on this machine', async () => {
    const plain = await MailServer.start();
    const { port } = plain;
    // 0.0.0.0 leads to this machine, but is not one of its own addresses.
    const remote = await outcome({ SMTP_URL: `smtp://user:secret@0.0.0.0:${port}` });
    expect(remote).toMatchObject({ mail: 'queued', waiting: 1, forgotten: true });
    expect(remote.metrics).toContain('calendar_mail_attempts_total{result="failed"} 1');
    expect(plain.received).toEqual([]);
    const local = await outcome({ SMTP_URL: `smtp://user:secret@127.0.0.1:${port}` });
    expect(local.waiting).toBe(0);
    expect(plain.received).toHaveLength(1);
    await plain.stop();
  });

  it('without a server send nothing and store nothing', async () => {
    expect(await outcome({})).toMatchObject({ mail: 'off', waiting: 0, forgotten: false });
  });
});

it('a server that is slow does not hold a shutdown', async () => {
  const slow = await MailServer.start({ onConnect: () => undefined });
  const other = await TestCalendar.start({ MAIL_FROM: 'calendar@town.example', SMTP_URL: slow.url });
  const { id } = (await other.post('/accounts', { name: 'Someone', role: 'editor', email: 'a@town.example' }, admin))
    .body;
  await other.post(`/accounts/${id}/invitation`, {}, admin).expect(201);
  await sleep(300);
  const start = performance.now();
  await other.stop();
  expect(performance.now() - start).toBeLessThan(6000);
  await slow.stop();
});
