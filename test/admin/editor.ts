import { type AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { chromiumPath, monitoredPage } from '../support/browser.js';
import { isServerTested } from '../support/test-database.js';
import { type TestCalendar } from '../support/test-calendar.js';

export type PageLanguage = 'en' | 'fr';
export type Device = 'desktop' | 'phone';

/** A browser does not depend on the database engine. */
export const describeInBrowser = chromiumPath === undefined || isServerTested() ? describe.skip : describe;

const VIEWPORTS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** The languages and devices of a test: all of them in a full run. */
export const RUNS: readonly (readonly [PageLanguage, Device])[] =
  process.env.TEST_FULL === 'true'
    ? [
        ['en', 'desktop'],
        ['fr', 'phone'],
        ['fr', 'desktop'],
        ['en', 'phone'],
      ]
    : [
        ['en', 'desktop'],
        ['fr', 'phone'],
      ];

/** The names of controls that are fixed, in English, and their French. */
const FRENCH: Readonly<Record<string, string>> = {
  Key: 'Clé',
  'Sign in': 'Se connecter',
  'Stay signed in': 'Rester connecté',
  Events: 'Événements',
  Venues: 'Lieux',
  Organizers: 'Organisateurs',
  Categories: 'Catégories',
  Tags: 'Étiquettes',
  Images: 'Images',
  Translations: 'Traductions',
  Trash: 'Corbeille',
  'New event': 'Nouvel événement',
  Save: 'Enregistrer',
  Publish: 'Publier',
  'Save as draft': 'Enregistrer comme brouillon',
  Duplicate: 'Dupliquer',
  'Move to trash': 'Mettre à la corbeille',
  Undo: 'Annuler',
  Restore: 'Restaurer',
  'Title (English)': 'Titre (anglais)',
  'Title (French)': 'Titre (français)',
  'Description (English)': 'Description (anglais)',
  'Description (French)': 'Description (français)',
  Start: 'Début',
  End: 'Fin',
  'All day': 'Toute la journée',
  Venue: 'Lieu',
  Price: 'Prix',
  Website: 'Site web',
  Status: 'Statut',
  Image: 'Image',
  Repeats: 'Répétition',
  'This date': 'Cette date',
  'This and following': 'Celle-ci et les suivantes',
  'All dates': 'Toutes les dates',
  'Cancel the event': 'Annuler l’événement',
  'Reason (English)': 'Raison (anglais)',
  'Reason (French)': 'Raison (français)',
  Search: 'Recherche',
  Revisions: 'Révisions',
  More: 'Plus',
  // These are not fixed.
  English: 'Anglais',
  French: 'Français',
  Add: 'Ajouter',
  Publication: 'Publication',
  'Every week': 'Toutes les semaines',
  Ends: 'Se termine',
  'On a date': 'À une date',
  'Last day': 'Dernier jour',
  'Not on these days': 'Sauf ces jours',
  'Street address (French)': 'Adresse (français)',
  'Save and next': 'Enregistrer et suivant',
  'Is current': 'Est à jour',
  Yours: 'Votre version',
  Theirs: 'L’autre version',
  'Save this choice': 'Enregistrer ce choix',
  'Merge into another': 'Fusionner avec une autre fiche',
  Keep: 'Garder',
  Merge: 'Fusionner',
  Preview: 'Aperçu',
  Into: 'Vers',
  'Continue with them': 'Les reprendre',
};

/** A person at the editor's page: the controls by their names in the language of the page. */
export class Editor {
  constructor(
    readonly page: Page,
    readonly problems: string[],
    private readonly language: PageLanguage,
    private readonly device: Device,
    readonly root: string,
  ) {}

  name(english: string): string {
    const name = this.language === 'en' ? english : FRENCH[english];
    if (name === undefined) throw new Error(`"${english}" has no French here.`);
    return name;
  }

  button = (english: string): Locator => this.page.getByRole('button', { name: this.name(english), exact: true });

  input = (english: string): Locator => this.page.getByLabel(this.name(english), { exact: true });

  /** Shows the inputs of a language, which are behind a tab on a phone. */
  async show(language: 'English' | 'French', section = 0): Promise<void> {
    if (this.device === 'phone')
      await this.page
        .getByRole('tab', { name: this.name(language) })
        .nth(section)
        .click();
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.root}/admin/#${path}`);
  }

  async fill(english: string, text: string): Promise<void> {
    await this.input(english).fill(text);
  }

  /** Chooses an option of a select. */
  async choose(english: string, option: string): Promise<void> {
    await this.input(english).click();
    await this.page.getByRole('option', { name: this.name(option), exact: true }).click();
  }

  /** Types into an input that searches, and chooses what it offers. */
  async find(english: string, text: string, option: RegExp | string = text): Promise<void> {
    await this.page.getByRole('combobox', { name: this.name(english), exact: true }).fill(text);
    await this.page.getByRole('option', { name: option }).first().click();
  }

  /** Presses a button, and waits for the answer to its request. */
  async send(button: string | Locator, method: string, path: RegExp): Promise<number> {
    const answered = this.page.waitForResponse((response) => {
      return response.request().method() === method && path.test(new URL(response.url()).pathname);
    });
    await (typeof button === 'string' ? this.button(button) : button).click();
    return (await answered).status();
  }

  /** The id in the address of the form that is open. */
  async openId(): Promise<number> {
    await this.page.waitForURL(/#\/[a-z]+\/\d+$/);
    return Number(/\d+$/.exec(this.page.url())![0]);
  }
}

/** Opens the page with a key, as `npm run keys -- create` prints the address. */
export async function openEditor(
  browser: Browser,
  calendar: TestCalendar,
  [language, device]: readonly [PageLanguage, Device],
  key: string = calendar.keys.editor,
  options: BrowserContextOptions = {},
): Promise<Editor> {
  const root = `http://127.0.0.1:${(calendar.app.getHttpServer().address() as AddressInfo).port}`;
  const viewport = VIEWPORTS[device];
  const { page, problems } = await monitoredPage(browser, language === 'en' ? 'en-CA' : 'fr-CA', {
    viewport,
    ...options,
  });
  await page.goto(`${root}/admin/#key=${key}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return new Editor(page, problems, language, device, root);
}
