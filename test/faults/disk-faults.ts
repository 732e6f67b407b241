import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource } from 'typeorm';
import { startServer } from '../../scripts/lib/database-server.js';
import { createDataSource, dataSourceOptions } from '../../src/database/data-source.js';
import { type Figure } from '../attack/figures.js';
import { DataFolders, DURABLE } from '../support/faulty-server.js';
import { SmallDisk } from '../support/small-disk.js';
import { type Engine, programOf } from './backend.js';
import { type Load } from './load.js';
import { GOALS, type Plan, Trial } from './trial.js';

/** Mebibytes: most of which a new server takes, and room for what twenty rounds write. */
const SIZE = { sqlite: 96, mariadb: 384, mysql: 512 };

/** Bounds the space that a server reserves at its start. */
const RESERVED = { mariadb: '--innodb-log-file-size=16M', mysql: '--innodb-redo-log-capacity=16M' };

/** Milliseconds for which a disk stays full. */
const FULL = 4000;

const FILE = 'calendar.sqlite';

/** A database on the small disk. */
interface OnDisk {
  readonly url: string;
  /** The command through which the service is started. */
  readonly through: readonly string[];
  /** The URL of the database that the audit reads after the service has ended. */
  readonly audited: () => string;
  stop(): Promise<void>;
}

/** Fills a disk several times (R16). @returns the figures, or in words what is missing on this machine */
export async function fillDisk(engine: Engine, plan: Plan): Promise<Figure[] | string> {
  const disk = await SmallDisk.mount(SIZE[engine]);
  if (!disk) return 'namespaces to mount a small disk in (unshare --map-root-user --mount)';
  const database = await (engine === 'sqlite' ? fileOn(disk) : serverOn(disk, engine));
  try {
    return await new DiskFaults(engine, disk, database, plan).all();
  } finally {
    await database.stop();
    await disk.stop();
  }
}

function fileOn(disk: SmallDisk): OnDisk {
  const copy = mkdtempSync(join(tmpdir(), 'calendar-copy-'));
  return {
    url: `sqlite:${join(disk.folder, FILE)}`,
    through: disk.through,
    audited: () => {
      for (const name of readdirSync(disk.outside('.')).filter((file) => file.startsWith(FILE)))
        cpSync(disk.outside(name), join(copy, name));
      return `sqlite:${join(copy, FILE)}`;
    },
    stop: () => Promise.resolve(rmSync(copy, { recursive: true })),
  };
}

async function serverOn(disk: SmallDisk, engine: 'mariadb' | 'mysql'): Promise<OnDisk> {
  const program = programOf(engine)!;
  const folders = await DataFolders.of(program);
  cpSync(folders.copy('data'), disk.outside('data'), { recursive: true });
  // The namespace maps the current user to root.
  const settings = [...DURABLE, RESERVED[engine], '--innodb-flush-method=fsync', '--user=root'];
  const server = await startServer(program, {
    ...{ settings, through: disk.through },
    dataFolder: join(disk.folder, 'data'),
  });
  const stop = async () => {
    await server.stop();
    folders.remove();
  };
  return { url: server.url, through: [], audited: () => server.url, stop };
}

class DiskFaults {
  private readonly trial: Trial;

  constructor(
    engine: string,
    private readonly disk: SmallDisk,
    private readonly database: OnDisk,
    private readonly plan: Plan,
  ) {
    this.trial = new Trial(engine, plan);
  }

  async all(): Promise<Figure[]> {
    try {
      await this.trial.start([{ DATABASE_URL: this.database.url, CACHE_MB: '0' }], this.database.through);
      await this.filled();
    } finally {
      await this.trial.stop();
    }
    return this.trial.figures;
  }

  private async filled(): Promise<void> {
    const { trial, plan } = this;
    const [load, reader] = [trial.load(), trial.load()];
    const reads = { isOver: false, all: 0, failed: 0 };
    const reading = this.read(reader, reads);
    let worst = 0;
    load.start(plan.clients);
    for (let round = 0; round < plan.fillings; round += 1) {
      await sleep(500 + 500 * Math.random());
      this.disk.fill();
      await sleep(FULL);
      this.disk.free();
      worst = Math.max(worst, (await load.untilWritten(30_000)) ?? Infinity);
    }
    reads.isOver = true;
    await reading;
    const what = 'disk full (R16)';
    trial.tellAtLeast(`${what}: writes that were refused (503)`, load.statuses.get(503) ?? 0, plan.fillings);
    trial.tell(`${what}: reads that failed (of ${reads.all})`, reads.failed, '', 0);
    trial.tell(`${what}: writes succeed, after there is room`, worst, 'ms', GOALS.afterFreeze);
    trial.tell(`${what}: longest answer`, load.worstAnswer, 'ms', GOALS.answer);
    await load.stop();
    await load.settle(plan.settling);
    await trial.stop();
    await trial.judge(what, plan.fillings, load, [this.database.audited()]);
    trial.tell(`${what}: what the database finds broken in itself`, ...(await broken(this.database.audited())));
  }

  /** Without a key, and with one, whose use is recorded. */
  private async read(reader: Load, reads: { isOver: boolean; all: number; failed: number }): Promise<void> {
    while (!reads.isOver) {
      const answers = [await reader.look('/events'), await reader.send('GET', '/events?per_page=2')];
      reads.all += answers.length;
      reads.failed += answers.filter(({ status }) => status !== 200).length;
      await sleep(20);
    }
  }
}

/** Damage that the database's own check finds. */
async function broken(url: string): Promise<[count: number, unit: string, most: number, by: string]> {
  const source = await createDataSource(await dataSourceOptions({ entities: [], migrations: [] }, url)).initialize();
  try {
    const found = url.startsWith('sqlite:') ? await brokenFile(source) : await brokenTables(source);
    return [found.length, '', 0, found.slice(0, 5).join('; ')];
  } finally {
    await source.destroy();
  }
}

async function brokenFile(source: DataSource): Promise<string[]> {
  const rows = await source.query<{ integrity_check: string }[]>('PRAGMA integrity_check');
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

async function brokenTables(source: DataSource): Promise<string[]> {
  const tables = await source.query<Record<string, string>[]>('SHOW TABLES');
  const names = tables.flatMap((row) => Object.values(row)).join();
  const rows = await source.query<{ Table: string; Msg_text: string }[]>(`CHECK TABLE ${names} EXTENDED`);
  return rows.filter((row) => row.Msg_text !== 'OK').map((row) => `${row.Table}: ${row.Msg_text}`);
}
