import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['src', join('admin', 'src')];

/** Texts in TypeScript and the values of JSON, in files with French texts. */
function textsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  if (path.endsWith('.json')) return [...source.matchAll(/": (".*")/g)].map(([, text]) => text!);
  const lines = source.split('\n').filter((line) => !/^\s*(?:\*|\/)/.test(line));
  return lines.flatMap((line) => line.match(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? []);
}

it('French texts have no-break spaces before colons and inside of guillemets', () => {
  const paths = SOURCES.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)),
  ).filter((path) => /\.(?:tsx?|js|json)$/.test(path) && !/\.spec\.|generated/.test(path));
  const texts = paths.flatMap((path) => textsOf(path).map((text) => `${path}: ${text}`));
  const french = texts.filter((text) => /[àâçéèêëîïôùû’«]/.test(text));
  expect(french.length).toBeGreaterThan(1000);
  expect(french.filter((text) => /[\w)»}’”`…] :(?=[ '`"\\]|$)|« | »/.test(text))).toEqual([]);
});
