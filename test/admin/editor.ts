import { type AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { en } from '../../admin/src/texts.en.js';
import { fr } from '../../admin/src/texts.fr.js';
import { fillSample } from '../../src/commands/sample/sample.js';
import { chromiumPath, launchBrowser, monitoredPage } from '../support/browser.js';
import { part, variantsOfPart } from '../support/part.js';
import { isServerTested } from '../support/test-database.js';
import { type Environment, TestCalendar } from '../support/test-calendar.js';

export type PageLanguage = 'en' | 'fr';
export type Device = 'desktop' | 'phone';

/** A browser does not depend on the database engine. */
export const describeInBrowser = chromiumPath === undefined || isServerTested() ? describe.skip : describe;

const VIEWPORTS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** How a test works with the page: its language, the device, and whether a mouse is used. */
export type Run = readonly [language: PageLanguage, device: Device, means?: 'keyboard'];

const named = (runs: readonly Run[]) => runs.map((run) => ({ name: run.join(', '), run }));

/** The languages and devices of a test. */
export const RUNS = named(
  variantsOfPart<Run>([
    ['en', 'desktop'],
    ['fr', 'phone'],
    ['fr', 'desktop'],
    ['en', 'phone'],
  ]),
);

/** Those of the work of a week, which a full run also does without a mouse. */
export const WORKING_RUNS = part === 'full' ? [...RUNS, ...named([['en', 'desktop', 'keyboard']])] : RUNS;

/** The texts of a catalogue by their keys; of those with two forms, both. */
function textsOf(catalogue: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, string | object]) => {
    if (typeof value === 'object') return textsOf(value, `${prefix}${name}.`);
    return value.split(' |||| ').map((text, form): [string, string] => [`${prefix}${name}/${form}`, text]);
  });
}

const FRENCH = new Map(textsOf(fr));

/** The keys of texts that are not the only ones in English. */
const KEYS: Readonly<Record<string, string>> = { Start: 'field.start_date/0', Keep: 'merge.into/0' };

/** The French of a control of the page, from its catalogues. */
function inFrench(english: string): string {
  const [, label, language] = /^(.+) \((English|French)\)$/.exec(english) ?? [];
  if (label !== undefined)
    return fr.inLanguage
      .replace('%{label}', inFrench(label))
      .replace('%{language}', fr.language[language === 'English' ? 'en' : 'fr']);
  const keys = textsOf(en).flatMap(([key, text]) => (text === english ? key : []));
  const names = [...new Set((KEYS[english] ? [KEYS[english]] : keys).map((key) => FRENCH.get(key)))];
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error(`"${english}" has ${names.length} French texts in the catalogues of the page: ${keys.join(', ')}`);
  // The page begins the names of languages with a capital where they stand alone.
  return name.replace(/^./, (letter) => letter.toUpperCase());
}

/** A person at the editor's page: the controls by their names in the language of the page. */
export class Editor {
  constructor(
    readonly page: Page,
    readonly problems: string[],
    readonly root: string,
    private readonly run: Run,
  ) {}

  name(english: string): string {
    return this.run[0] === 'en' ? english : inFrench(english);
  }

  button = (english: string, within: Page | Locator = this.page): Locator =>
    within.getByRole('button', { name: this.name(english), exact: true });

  link = (name: string | RegExp): Locator => this.page.getByRole('link', { name });

  /** A link of the menu. */
  entry = (name: string | RegExp): Locator =>
    this.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name });

  input = (english: string): Locator => this.page.getByLabel(this.name(english), { exact: true });

  dialog = (): Locator => this.page.getByRole('dialog');

  /** Shows the inputs of a language, which are behind a tab on a phone. */
  async show(language: 'English' | 'French', section = 0): Promise<void> {
    if (this.run[1] === 'phone')
      await this.page
        .getByRole('tab', { name: this.name(language) })
        .nth(section)
        .click();
  }

  /** Opens a screen, as its link would: the page is not loaded again. */
  async go(path: string): Promise<void> {
    await this.page.goto(`${this.root}/admin/#${path}`);
  }

  async fill(english: string | Locator, text: string): Promise<void> {
    await (typeof english === 'string' ? this.input(english) : english).fill(text);
  }

  /** Presses a button, a link or a choice. */
  async press(control: string | Locator): Promise<void> {
    await (typeof control === 'string' ? this.button(control) : control).click();
  }

  /** Chooses an option of a select. */
  async choose(english: string, option: string): Promise<void> {
    await this.press(this.input(english));
    await this.take(this.page.getByRole('option', { name: this.name(option), exact: true }));
  }

  /** Takes an option of the list that is open. */
  async take(option: Locator): Promise<void> {
    await option.click();
  }

  /** Types into an input that searches, and chooses what it offers. */
  async find(english: string, text: string, option: RegExp | string = text): Promise<void> {
    await this.page.getByRole('combobox', { name: this.name(english), exact: true }).fill(text);
    await this.page.getByRole('option', { name: option }).first().click();
  }

  async upload(english: string, name: string, buffer: Buffer): Promise<void> {
    await this.input(english).setInputFiles({ name, mimeType: 'image/png', buffer });
  }

  /** Presses a button, and waits for the answer to its request. */
  async send(button: string | Locator, method: string, path: RegExp): Promise<number> {
    const answered = this.page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      // What a write would do may be asked again at any time; that is not its answer.
      return response.request().method() === method && path.test(pathname) && !searchParams.has('dry_run');
    });
    await this.press(button);
    return (await answered).status();
  }

  /** The id in the address of the form that is open, once it takes what is typed. */
  async openId(): Promise<number> {
    await this.page.waitForURL(/#\/[a-z]+\/\d+$/);
    await this.page.locator('.record-main:not([inert])').waitFor();
    return Number(/\d+$/.exec(this.page.url())![0]);
  }
}

/** Controls from the start of a page to its end, and some more. */
const MOST_TABS = 250;

/** A person who has no mouse: every control is reached with the Tab key. */
class KeyboardEditor extends Editor {
  private async reach(control: Locator): Promise<void> {
    await control.waitFor({ state: 'attached' });
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not reach ${String(control)}.`);
  }

  override async fill(english: string | Locator, text: string): Promise<void> {
    const input = typeof english === 'string' ? this.input(english) : english;
    await this.reach(input);
    // The parts of a date are typed in the order of the operating system; the others are typed.
    if (/date/.test((await input.getAttribute('type')) ?? '')) return input.fill(text);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  override async press(control: string | Locator): Promise<void> {
    const reached = typeof control === 'string' ? this.button(control) : control;
    await this.reach(reached);
    await this.page.keyboard.press((await reached.getAttribute('type')) === 'radio' ? 'Space' : 'Enter');
  }

  override async find(english: string, text: string, option: RegExp | string = text): Promise<void> {
    const input = this.page.getByRole('combobox', { name: this.name(english), exact: true });
    await this.fill(input, text);
    await this.take(this.page.getByRole('option', { name: option }).first());
  }

  /** Goes down a list to an option, from its first one: a list need not begin again after the last. */
  override async take(option: Locator): Promise<void> {
    const isReached = (element: Element) =>
      element === document.activeElement ||
      element.id === document.activeElement?.getAttribute('aria-activedescendant');
    await option.waitFor();
    if (!(await option.evaluate(isReached))) await this.page.keyboard.press('Home');
    for (let steps = 0; steps < MOST_TABS && !(await option.evaluate(isReached)); steps += 1)
      await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
  }

  override async upload(english: string, name: string, buffer: Buffer): Promise<void> {
    const chosen = this.page.waitForEvent('filechooser');
    await this.press(this.input(english));
    await (await chosen).setFiles({ name, mimeType: 'image/png', buffer });
  }
}

/** Opens the page with a key, as `npm run keys -- create` prints the address. */
export const openEditor = (
  service: Pick<EditorsPage, 'browser' | 'calendar'>,
  run: Run,
  key: string = service.calendar.keys.editor,
  options: BrowserContextOptions = {},
): Promise<Editor> => openPage(service, run, `#key=${key}`, options);

/** Opens the page in a browser of its own, without a key or with what its address has behind `#`. */
export async function openPage(
  { browser, calendar }: Pick<EditorsPage, 'browser' | 'calendar'>,
  run: Run,
  hash = '',
  options: BrowserContextOptions = {},
): Promise<Editor> {
  const [language, device, means] = run;
  const { port } = calendar.app.getHttpServer().address() as AddressInfo;
  const root = `http://127.0.0.1:${port}`;
  const { page, problems } = await monitoredPage(browser, language === 'en' ? 'en-CA' : 'fr-CA', {
    viewport: VIEWPORTS[device],
    ...options,
  });
  await page.goto(`${root}/admin/${hash}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return new (means === 'keyboard' ? KeyboardEditor : Editor)(page, problems, root, run);
}

export interface EditorsPage {
  readonly calendar: TestCalendar;
  readonly browser: Browser;
}

interface Options {
  readonly withSample?: boolean;
  /** A function makes one that depends on what runs beside the service. */
  readonly environment?: Environment | (() => Promise<Environment>);
}

/** One service with the page, and one browser, for all tests of a file; they are there once the tests run. */
export function editorsPage({ withSample = false, environment }: Options = {}): EditorsPage {
  const held: { calendar?: TestCalendar; browser?: Browser } = {};
  beforeAll(async () => {
    const more = typeof environment === 'function' ? await environment() : environment;
    [held.calendar, held.browser] = await Promise.all([
      TestCalendar.start({ ADMIN_PAGE: 'on', ...more }),
      launchBrowser(),
    ]);
    if (withSample) await fillSample(held.calendar.app);
  });
  afterAll(async () => {
    await held.browser?.close();
    await held.calendar?.stop();
  });
  return held as EditorsPage;
}
