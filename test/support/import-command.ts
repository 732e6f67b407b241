import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { importCommand } from '../../src/commands/cli/import-command.js';
import { languageArgument } from '../../src/commands/cli/import-usage.js';
import { bareEnvironment } from './bare-environment.js';
import { runHere } from './run-here.js';
import { TestCalendar } from './test-calendar.js';
import { writeCalendarFile } from './test-database.js';

export interface ImportResult {
  readonly status: number | null;
  /** Lines of stdout without the first one, which contains a time. */
  readonly lines: string[];
  readonly stderr: string;
}

interface CommandInput {
  readonly input?: string;
  readonly env?: object;
  /** Sends Ctrl-C once this is so. */
  readonly interruptWhen?: () => boolean;
}

/** A folder with a database of its own, into which the real command imports. */
export class ImportFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'calendar-import-'));
  readonly database = join(this.path, 'calendar.sqlite');
  readonly url = `sqlite:${this.database}`;

  file(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /**
   * Runs the command in this process; as a process of its own if it reads standard input or is interrupted. The database
   * has its tables before, except for a dry run, which may not create it.
   */
  async import(args: readonly string[], given: CommandInput = {}): Promise<ImportResult> {
    if (!args.includes('--dry-run') && !existsSync(this.database)) await writeCalendarFile(this.database);
    const isAlone = given.input !== undefined || given.interruptWhen !== undefined;
    const { status, stdout, stderr } = await (isAlone ? this.raw(args, given) : this.here(args, given.env));
    return { status, lines: stdout.split('\n').slice(1).filter(Boolean), stderr };
  }

  private here(args: readonly string[], env: object = {}) {
    const environment = { DATABASE_URL: this.url, SITE_TIMEZONE: 'America/Toronto', ...env };
    return runHere(() => importCommand(languageArgument(args)), args, { folder: this.path, env: environment });
  }

  /** Runs the command as a process, asynchronously, so that servers in the test process can respond. */
  async raw(args: readonly string[], { input = '', env = {}, interruptWhen }: CommandInput = {}) {
    const child = spawn(process.execPath, [resolve('dist/src/commands/cli/import.js'), ...args], {
      cwd: this.path,
      env: { ...bareEnvironment(), DATABASE_URL: this.url, SITE_TIMEZONE: 'America/Toronto', ...env },
    });
    const text = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text.out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (text.err += part));
    child.stdin.end(input);
    const watch = setInterval(() => interruptWhen?.() && child.kill('SIGINT') && clearInterval(watch), 20);
    const status = await new Promise<number | null>((done) => child.on('close', done));
    clearInterval(watch);
    return { status, stdout: text.out, stderr: text.err };
  }

  /** Starts the service on the database of the folder. */
  async inCalendar<T>(work: (calendar: TestCalendar) => Promise<T>): Promise<T> {
    const calendar = await TestCalendar.start({}, this.url);
    try {
      return await work(calendar);
    } finally {
      await calendar.stop();
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
