import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { until } from './until.js';

/** A message as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Its source. */
  readonly source: string;
  readonly headers: string;
  /** The plain text and the HTML, decoded. */
  readonly text: string;
  readonly html: string;
}

/** A mail server on this machine. */
export class MailServer {
  readonly received: ReceivedMail[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** @param port for restarting a server at the same address; by default a free one */
  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const taken = (mail: ReceivedMail) => void mails.received.push(mail);
    const server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'], closeTimeout: 10 },
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onData: (stream, { envelope }, done) => {
        void text(stream).then((source) => {
          const { mailFrom, rcptTo } = envelope;
          const to = rcptTo.map(({ address }) => address);
          taken({ from: mailFrom ? mailFrom.address : '', to, ...partsOf(source) });
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const mails = new MailServer(server, (server.server.address() as AddressInfo).port);
    return mails;
  }

  stop(): Promise<void> {
    return new Promise((done) => this.server.close(done));
  }

  /** Waits for a message to an address, which is the last one to it. */
  async mailTo(address: string, count = 1): Promise<ReceivedMail> {
    await until(() => this.to(address).length >= count, 30_000);
    return this.to(address).at(-1)!;
  }

  to(address: string): ReceivedMail[] {
    return this.received.filter(({ to }) => to.includes(address));
  }
}

/** Both parts are encoded as quoted-printable or base64. */
function partsOf(source: string): Omit<ReceivedMail, 'from' | 'to'> {
  const end = source.indexOf('\r\n\r\n');
  const part = (type: string) => {
    const [, encoding, body] =
      new RegExp(`Content-Type: ${type}[^]*?Content-Transfer-Encoding: ([\\w-]+)\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(
        source,
      ) ?? [];
    if (body === undefined) return '';
    if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
    if (encoding !== 'quoted-printable') return body;
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  };
  return {
    source,
    headers: source.slice(0, end).replaceAll(/\r\n[ \t]/g, ' '),
    text: part('text/plain'),
    html: part('text/html'),
  };
}
