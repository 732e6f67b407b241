import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../support/free-port.js';

const PROGRAM = 'haproxy';

/** Nothing listens there: the address of a server that a test does not use. */
const NOWHERE = 1;

/** The configuration that `docs/scaling.md` recommends. */
const CONFIGURATION = 'docker/haproxy.cfg';

/** The servers behind a proxy, by port. */
interface Servers {
  readonly instances?: readonly number[];
  readonly nodes?: readonly number[];
}

/** HAProxy with this project's configuration. */
export interface HAProxy {
  readonly httpPort: number;
  readonly databasePort: number;
  stop(): Promise<void>;
}

/** @returns undefined where this machine has no HAProxy */
export async function startHAProxy({ instances = [], nodes = [] }: Servers): Promise<HAProxy | undefined> {
  if (!isInstalled()) return undefined;
  const [httpPort, databasePort] = [await freePort(), await freePort()];
  const address = (port = NOWHERE) => `127.0.0.1:${port}`;
  const env = {
    ...{ PATH: programPath, HTTP_BIND: address(httpPort), DATABASE_BIND: address(databasePort) },
    ...{ CALENDAR1: address(instances[0]), CALENDAR2: address(instances[1]) },
    ...{ NODE1: address(nodes[0]), NODE2: address(nodes[1]), NODE3: address(nodes[2]) },
  };
  const child = spawn(PROGRAM, ['-db', '-f', CONFIGURATION], { env, stdio: 'ignore' });
  process.once('exit', () => child.kill());
  await once(child, 'spawn');
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, 'exit');
    child.kill('SIGTERM');
    await end;
  };
  return { httpPort, databasePort, stop };
}

/** Debian keeps it among the programs of administrators. */
const programPath = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;

export const isInstalled = (): boolean =>
  spawnSync(PROGRAM, ['-v'], { env: { PATH: programPath } }).error === undefined;
