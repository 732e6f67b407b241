import { freePort } from './support/free-port.js';
import { runCommand } from './support/programs.js';
import { MailServer } from './support/smtp.js';

const TO = 'marie@town.example';
const settings = {
  SITE_NAME: 'Town calendar',
  SITE_NAME_FR: 'Calendrier municipal',
  MAIL_FROM: 'calendar@town.example',
};

/** What the server answers to the address of the next messages; undefined to take them. */
let refusal: number | undefined;
let server: MailServer;

beforeAll(async () => {
  server = await MailServer.start({
    onRcptTo: (_address, _session, done) =>
      refusal === undefined ? done() : done(Object.assign(new Error('not here'), { responseCode: refusal })),
  });
});

afterAll(() => server.stop());

beforeEach(() => {
  refusal = undefined;
  server.received.length = 0;
});

const mail = (environment: Record<string, string>, ...args: string[]) =>
  runCommand('mail', args, { folder: '.', env: { ...settings, ...environment } });

const withServer = (...args: string[]) => mail({ SMTP_URL: server.url }, ...args);

describe('npm run mail -- test', () => {
  it('sends a message, and says that the server has taken it', async () => {
    const said = `${new URL(server.url).host} has taken the message to ${TO}. If it does not arrive, look at the log of that server.`;
    expect(await withServer('test', ' Marie@Town.example ')).toEqual({ status: 0, stdout: said, stderr: '' });
    expect(server.received).toMatchObject([{ from: 'calendar@town.example', to: [TO] }]);
    const [{ headers, text, html }] = server.received as [(typeof server.received)[number]];
    expect(headers).toMatch(/^Subject: Test message of Town calendar$/m);
    expect(text).toContain('Mail of Town calendar works.');
    expect(html).toContain('<html lang="en">');
  });

  it('writes in the other language as well', async () => {
    expect(await withServer('test', TO, '--language', 'fr')).toMatchObject({ status: 0 });
    expect(await withServer('test', TO)).toMatchObject({ status: 0 });
    const [french, english] = server.received;
    expect(french!.text).toContain('Les courriels du calendrier Calendrier municipal fonctionnent.');
    expect(french!.html).toContain('<html lang="fr">');
    expect(english!.text).toContain('Mail of Town calendar works.');
  });

  it.each([
    ['for good', 550, 'EENVELOPE 550'],
    ['for the moment', 450, 'EENVELOPE 450'],
  ])('fails where the server refuses the address %s, and says its status', async (_title, status, error) => {
    refusal = status;
    const stderr = `${new URL(server.url).host} did not take the message: ${error}.`;
    expect(await withServer('test', TO)).toEqual({ status: 1, stdout: '', stderr });
    expect(server.received).toEqual([]);
  });

  it('fails where no server answers', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const result = await mail({ SMTP_URL: `smtp://user:secret@${host}` }, 'test', TO);
    expect(result).toEqual({ status: 1, stdout: '', stderr: `${host} did not take the message: ECONNREFUSED.` });
  });

  it('fails without settings, and names the one that is missing', async () => {
    const stderr = 'SMTP_URL is not set, so no mail is sent.';
    expect(await mail({}, 'test', TO)).toEqual({ status: 1, stdout: '', stderr });
    const from = await mail({ SMTP_URL: server.url, MAIL_FROM: '' }, 'test', TO);
    expect([from.status, from.stdout]).toEqual([1, '']);
    expect(from.stderr).toContain('MAIL_FROM');
    const wrong = await mail({ SMTP_URL: 'mail.town.example' }, 'test', TO);
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('SMTP_URL')]);
    expect(server.received).toEqual([]);
  });

  it('explains its usage', async () => {
    const all = await withServer('--help');
    expect([all.status, all.stderr]).toEqual([0, '']);
    expect(all.stdout).toMatch(/^Usage: mail /);
    expect(all.stdout).toContain('npm run --silent mail -- test marie@example.org');
    const help = await withServer('test', '--help');
    expect([help.status, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('--language <language>');
    for (const args of [
      ['test'],
      ['test', 'marie'],
      ['test', `${TO}, eve@town.example`],
      ['test', TO, '--language', 'de'],
      ['send', TO],
    ]) {
      const { status, stdout, stderr } = await withServer(...args);
      expect([args, status, stdout]).toEqual([args, 2, '']);
      expect(stderr).toContain('--help explains the usage.');
    }
    expect(server.received).toEqual([]);
  });
});
