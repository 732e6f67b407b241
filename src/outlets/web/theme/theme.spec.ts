import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../../lib/config/load-settings.js';
import { themeCss } from './theme.js';

const file = join(tmpdir(), `theme-${process.pid}.css`);

afterAll(() => rmSync(file, { force: true }));

it('has the colours of both schemes before the style, and the file of the operator after it', () => {
  writeFileSync(file, 'h1 { color: red; }');
  const { before, after } = themeCss(loadSettings({ THEME_CSS: file, THEME_FONT: "'My Font', serif" }));
  expect(before).toMatch(/^:root\{--paper:#faf9f6;.*--accent:#0b6e6e;.*--font:'My Font', serif;\}$/m);
  expect(before).toMatch(/^@media \(prefers-color-scheme: dark\)\{:root\{--paper:#14171a;/m);
  expect(after).toBe('h1 { color: red; }');
});

it('names the setting if the file cannot be read', () => {
  expect(() => themeCss(loadSettings({ THEME_CSS: `${file}.missing` }))).toThrow(
    /^THEME_CSS must be the path of a CSS/,
  );
});

it.each(['#12', 'teal', '#0b6e6e;}'])('refuses %s as a colour', (color) => {
  expect(() => loadSettings({ THEME_COLOR: color })).toThrow('THEME_COLOR must be a colour such as #0f6b6b');
});

it.each(['serif; } body {', 'a{b', '"unclosed'])('refuses %s as fonts', (font) => {
  expect(() => loadSettings({ THEME_FONT: font })).toThrow('THEME_FONT must be names of fonts');
});
