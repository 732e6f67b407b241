import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { freePort } from './free-port.js';

/** The secret that the provider knows the calendar by. */
export const CLIENT_SECRET = 'the secret of the client';

/** What can be set of a provider: claims of people by their logins, milliseconds that paths wait, a shift of its clock. */
interface ProviderState {
  readonly accounts?: Readonly<Record<string, object>>;
  readonly delay?: Readonly<Record<string, number>>;
  readonly clock?: number;
}

/** An OpenID Connect provider in a process of its own, which can be stopped and started again at its address. */
export class OidcProvider {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly callbacks: readonly string[],
  ) {}

  /** @param callbacks the addresses to which it leads back */
  static async start(...callbacks: string[]): Promise<OidcProvider> {
    const provider = new OidcProvider(await freePort(), callbacks);
    await provider.start();
    return provider;
  }

  /** The settings of a calendar whose people sign in there. */
  get settings() {
    return {
      OIDC_ISSUER: `http://127.0.0.1:${this.port}`,
      ...{ OIDC_CLIENT_ID: 'calendar', OIDC_CLIENT_SECRET: CLIENT_SECRET, OIDC_NAME: 'Town' },
    };
  }

  async start(): Promise<void> {
    const args = [resolve('test/support/oidc-provider.js'), String(this.port), ...this.callbacks];
    this.child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(this.child.stdout!, 'data');
  }

  async stop(): Promise<void> {
    if (!this.child) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.child = undefined;
  }

  async set(state: ProviderState): Promise<void> {
    await fetch(`http://127.0.0.1:${this.port}/control`, { method: 'POST', body: JSON.stringify(state) });
  }
}
