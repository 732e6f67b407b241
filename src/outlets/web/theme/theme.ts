import { readFileSync } from 'node:fs';
import { Settings } from '../../../lib/config/settings.js';
import { contrast, mix, readable } from './contrast.js';

/** The surfaces of the two colour schemes: the page, cards on it, texts, and lines. */
const SCHEMES = {
  light: { paper: '#faf9f6', card: '#ffffff', ink: '#1b2024', soft: '#59626b', line: '#e4e0d8', bad: '#a3262a' },
  dark: { paper: '#14171a', card: '#1c2024', ink: '#eceae5', soft: '#a4adb6', line: '#30363c', bad: '#ff9a94' },
} as const;

type Scheme = keyof typeof SCHEMES;

/** The colours of a scheme as custom properties of CSS. */
function properties(scheme: Scheme, color: string): string {
  const surfaces = SCHEMES[scheme];
  const { paper, card } = surfaces;
  const tint = mix(card, color, scheme === 'light' ? 0.1 : 0.2);
  const accent = readable(color, [paper, card, tint]);
  const onAccent = contrast(accent, '#ffffff') >= contrast(accent, '#101418') ? '#ffffff' : '#101418';
  const all = { ...surfaces, tint, accent, 'on-accent': onAccent };
  return Object.entries(all)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

/**
 * The style sheet of the settings: colours of both schemes, fonts, and the CSS file of the operator.
 * @throws {Error} if that file cannot be read
 */
export function themeCss({ themeColor, themeFont, themeCss: file }: Settings): { before: string; after: string } {
  const light = `:root{${properties('light', themeColor)}--font:${themeFont};}`;
  const dark = `@media (prefers-color-scheme: dark){:root{${properties('dark', themeColor)}}}`;
  return { before: `${light}\n${dark}\n`, after: file === '' ? '' : readCss(file) };
}

function readCss(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`THEME_CSS must be the path of a CSS file that can be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
