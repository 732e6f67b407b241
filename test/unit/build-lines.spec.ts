import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bareEnvironment } from '../support/bare-environment.js';

/** What a script writes while it builds. */
function linesOf(environment: Record<string, string>): string[] {
  const report = pathToFileURL(resolve('scripts/lib/report.js')).href;
  const script = `import(${JSON.stringify(report)}).then(({ timed }) => timed('Building', () => Promise.resolve()))`;
  const { stderr } = spawnSync(process.execPath, ['-e', script], { env: { ...bareEnvironment(), ...environment } });
  return stderr.toString().trim().split('\n');
}

describe('the lines of a build', () => {
  it('are JSON like the log of the service that npm start runs', () => {
    const lines = linesOf({ JSON_LINES: '1' }).map((line) => JSON.parse(line) as Record<string, string>);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['info', 'Building …'],
      ['info', expect.stringMatching(/^done in [\d.]+ s$/)],
    ]);
    expect(lines.every(({ time }) => !Number.isNaN(Date.parse(time ?? '')))).toBe(true);
  });

  it('are words in other commands', () => {
    expect(linesOf({})[0]).toBe('Building …');
  });
});
