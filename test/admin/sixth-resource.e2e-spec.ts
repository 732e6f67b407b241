import { relatedResources } from '../support/resources.js';
import { describeInBrowser, type Editor, editorsPage, openEditor } from './editor.js';

/** The page has words and an order for these. */
const KNOWN = ['venues', 'organizers', 'categories', 'tags'];

const added = relatedResources.filter(({ plural }) => !KNOWN.includes(plural));

/** `scripts/sixth-resource.js` runs this in a copy of the project that has a resource more. */
(added.length > 0 ? describeInBrowser : describe.skip)('a resource that the page does not know', () => {
  const service = editorsPage();
  let editor: Editor;

  beforeAll(async () => {
    editor = await openEditor(service, ['en', 'desktop']);
  });

  it.each(added)('has a list and a form: $plural', async ({ plural, path, nameField }) => {
    const { page } = editor;
    const name = new RegExp(`^${plural}$`, 'i');
    await editor.press(editor.entry(name));
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await editor.press(page.locator(`a[href$="${path}/create"]`));
    await editor.fill(page.locator(`[name="translations.en.${nameField}"]`), 'Marie Okafor');
    await editor.fill(page.locator(`[name="translations.fr.${nameField}"]`), 'Marie O.');
    // Its fields have no place of their own, so they are under "More".
    await editor.press('More');
    await editor.fill('E-mail', 'marie@example.com');
    expect(await editor.send('Publish', 'POST', new RegExp(`${path}$`))).toBe(201);
    const id = await editor.openId();
    const { body } = await service.calendar.get(`${path}/${id}?translations=all`, { as: 'editor' });
    expect(body).toMatchObject({
      email: 'marie@example.com',
      translations: { en: { [nameField]: 'Marie Okafor' }, fr: { [nameField]: 'Marie O.' } },
    });
    await editor.press(editor.entry(name));
    await page.getByRole('row', { name: 'Marie Okafor' }).waitFor();
  });

  it.each(added)('is chosen in events: $plural', async ({ field }) => {
    await editor.go('/events/create');
    await editor.fill('Title (English)', 'A talk');
    await editor.fill('Start', '2027-05-04T18:30');
    await editor.press('More');
    await editor.find(
      field.replace(/^./, (letter) => letter.toUpperCase()),
      'Marie',
      /^Marie Okafor/,
    );
    expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);
    const { body } = await service.calendar.get(`/events/${await editor.openId()}`, { as: 'editor' });
    expect(body[field]).toMatchObject([{ email: 'marie@example.com' }]);
    expect(editor.problems).toEqual([]);
  });
});
