import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { loadSettings } from '../../lib/config/load-settings.js';
import { HomePage } from './home-page.js';

function page(environment: Record<string, string> = {}) {
  const made = new HomePage(loadSettings({ DATABASE_URL: 'sqlite::memory:', ...environment }));
  return { html: made.html(), policy: made.policy };
}

const inline = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'gs'))].map(([, content = '']) => content);

describe('the page', () => {
  it('runs its own style and script only', () => {
    const { html, policy } = page();
    for (const element of ['style', 'script']) {
      const contents = inline(html, element);
      expect(contents).toHaveLength(1);
      const hash = createHash('sha256').update(contents[0]!).digest('base64');
      expect(policy).toContain(`${element}-src 'sha256-${hash}';`);
    }
    expect(policy).not.toContain('unsafe');
    expect(html).not.toMatch(/\s(?:style|on[a-z]+)=/);
  });

  it('requests nothing from other hosts', () => {
    const addresses = page().html.match(/https?:\/\/[^'"\s)]+/g) ?? [];
    expect(addresses.filter((address) => !address.startsWith('http://www.w3.org/'))).toEqual([]);
    expect(page().html).not.toContain('@import');
  });

  it('shows the name of the site as text, whatever it contains', () => {
    const { html } = page({ SITE_NAME: '<script>alert(1)</script> & "$&" {{basePath}}' });
    const shown = '&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;$&#38;&#34; {{basePath}}';
    expect(html).toContain(`<title>${shown}</title>`);
    for (const language of ['en', 'fr']) expect(html).toContain(`<span data-text lang="${language}">${shown}</span>`);
    expect(inline(html, 'script')).toHaveLength(1);
  });

  it('has a name in each language', () => {
    const { html } = page({ SITE_NAME: 'City', SITE_NAME_FR: 'Ville' });
    for (const [language, name] of [
      ['en', 'City'],
      ['fr', 'Ville'],
    ])
      expect(html).toContain(`<span data-text lang="${language}">${name}</span>`);
  });

  it('links below the prefix', () => {
    expect(page({ BASE_PATH: '/calendar' }).html).toContain('href="/calendar/fr/cal/events/v1/doc"');
  });

  it('requests no more records than lists return', () => {
    expect(page({ MAX_PER_PAGE: '20' }).html).toContain('data-per-page="20"');
    expect(page({ MAX_PER_PAGE: '1000' }).html).toContain('data-per-page="100"');
  });

  it('has all texts in both languages', () => {
    const { html } = page();
    const texts = (language: string) => html.match(new RegExp(`data-text lang="${language}"`, 'g'));
    expect(texts('fr')).toHaveLength(texts('en')!.length);
    const [literal] = /(?<=const TEXTS = )\{.*?\n {6}\}/s.exec(html)!;
    const { en, fr } = runInNewContext(`(${literal})`) as Record<string, Record<string, unknown>>;
    expect(Object.keys(fr!)).toEqual(Object.keys(en!));
  });
});
