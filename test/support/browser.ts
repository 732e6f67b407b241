import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The headless shell comes first: it needs half of the time, since it has no windows. */
const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
];

/** The path of an installed Chromium; CHROMIUM_PATH takes precedence. */
export const chromiumPath = [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS].find(
  (path) => path !== undefined && existsSync(path),
);

/** Starts a headless browser without background requests. */
export function launchBrowser(): Promise<Browser> {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  const args = [...quiet, '--disable-gpu', '--disable-quic', '--no-sandbox'];
  return chromium.launch({ executablePath: chromiumPath, args });
}

/** The factor by which pages get less processor time, as on an old phone. */
const SLOWDOWN = Number(process.env.TEST_BROWSER_SLOWDOWN ?? 1);

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>';

/** A page that collects console errors, exceptions and failed requests. */
export async function monitoredPage(
  browser: Browser,
  locale: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ locale, ...options });
  // Requests to other hosts, which the images of events need, get a placeholder.
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  );
  const page = await context.newPage();
  if (SLOWDOWN > 1) {
    page.setDefaultTimeout(30_000 * SLOWDOWN);
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  const problems: string[] = [];
  page.on(
    'console',
    (message) => void (message.type() === 'error' && problems.push(`${message.text()} ${message.location().url}`)),
  );
  page.on('pageerror', (error) => void problems.push(error.message));
  page.on('requestfailed', (request) => void problems.push(`${request.url()}: ${request.failure()?.errorText}`));
  return { page, problems };
}
