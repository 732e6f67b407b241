import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { TestCalendar } from './test-calendar.js';

const run = promisify(execFile);

/** The code blocks of a recipe in one language. */
export function blocks(recipe: string, language: string): string[] {
  const text = readFileSync(join('docs', 'recipes', `${recipe}.md`), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code!);
}

/** A calendar and a folder for one recipe, whose code runs as it is written. */
export class RecipeRunner {
  private constructor(
    readonly calendar: TestCalendar,
    /** The working directory of the programs. */
    readonly folder: string,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async open(): Promise<RecipeRunner> {
    const calendar = await TestCalendar.start({ WEBHOOK_ALLOW: '127.0.0.1' });
    const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
    const { port } = calendar.app.getHttpServer().address() as AddressInfo;
    // The packages that a recipe installs are installed here.
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    // Connections to localhost:3000 go to the calendar of the test.
    writeFileSync(
      join(folder, 'redirect.mjs'),
      `const { fetch } = globalThis;
      const here = (url) => url.replace('localhost:3000', '127.0.0.1:${port}');
      globalThis.fetch = (to, options) =>
        to instanceof Request ? fetch(new Request(here(to.url), to), options) : fetch(here(String(to)), options);`,
    );
    return new RecipeRunner(calendar, folder, {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: calendar.url,
      CALENDAR_KEY: calendar.keys.editor,
      TEST_PORT: String(port),
    });
  }

  async close(): Promise<void> {
    await this.calendar.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The path of a file in the folder. */
  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** Creates an event, and returns its id. */
  async create(body: object): Promise<number> {
    const { body: event } = await this.calendar.post('/events', body, { as: 'editor' }).expect(201);
    return event.id;
  }

  /** The arguments of Node for a file whose requests reach the calendar. */
  argumentsFor(file: string): string[] {
    return ['--import', this.path('redirect.mjs'), file];
  }

  /** Runs a program with `more` added at its end, and returns its lines. */
  async runProgram(code: string, more = ''): Promise<string[]> {
    const file = this.path('program.mjs');
    writeFileSync(file, `${code}\n${more}`);
    const { stdout, stderr } = await run(process.execPath, this.argumentsFor(file), {
      cwd: this.folder,
      env: this.environment,
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter(Boolean);
  }

  /** Runs shell commands one after the other, as typed; fails if one of them does. */
  async runShell(commands: string, cwd = this.folder): Promise<string> {
    const curl = `curl() { command curl --connect-to "localhost:3000:127.0.0.1:$TEST_PORT" "$@"; }`;
    const code = commands.replaceAll('cal_…', this.calendar.keys.editor);
    const { stdout } = await run('bash', ['-euc', `${curl}\n${code}`], { cwd, env: this.environment });
    return stdout;
  }

  /** Runs commands of the project, with its scripts. */
  runInProject(commands: string): Promise<string> {
    return this.runShell(commands, resolve('.'));
  }
}
