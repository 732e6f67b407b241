import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

describe('npm run help', () => {
  it('lists each command of operators, which stand before those of developers in package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const names = Object.keys(scripts);
    const forOperators = names.slice(0, names.indexOf('dev')).filter((name) => name !== 'help');
    const output = execFileSync(process.execPath, ['scripts/help.js'], { encoding: 'utf8' });
    const listed = [...output.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
    expect(listed).toEqual(forOperators);
  });
});
