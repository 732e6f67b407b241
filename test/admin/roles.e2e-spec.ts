import { type Page } from 'playwright-core';
import { AccountsService } from '../../src/http/auth/accounts.service.js';
import { type Role, ROLES } from '../../src/http/role.js';
import { describeInBrowser, editorsPage, openEditor } from './editor.js';

const SCREENS = ['/', '/events', '/venues', '/organizers', '/categories', '/tags'];
const WRITERS = ['/images', '/translations', '/trash'];

describeInBrowser('each role', () => {
  const service = editorsPage({ withSample: true });

  const isShown = async (page: Page, role: 'button' | 'link', name: string) =>
    (await page.getByRole(role, { name, exact: true }).count()) > 0;

  /** What each role finds. */
  const RIGHTS: Readonly<Record<Role, readonly string[]>> = {
    reader: [],
    contributor: ['write', 'create'],
    author: ['write', 'create', 'publish'],
    editor: ['write', 'create', 'publish', 'terms', 'change all'],
    administrator: ['write', 'create', 'publish', 'terms', 'change all'],
  };

  it.each(ROLES)('finds what it may do, and nothing that is refused: %s', async (role) => {
    const editor = await openEditor(service, ['en', 'desktop'], service.calendar.keys[role]);
    const { page, root } = editor;
    const refused: string[] = [];
    page.on('response', (response) => void ([401, 403].includes(response.status()) && refused.push(response.url())));
    const rights: string[] = [];
    const mayWrite = (await editor.entry('Trash').count()) > 0;
    if (mayWrite) rights.push('write');
    expect(await editor.entry('Accounts').count()).toBe(role === 'administrator' ? 1 : 0);
    for (const path of mayWrite ? [...SCREENS, ...WRITERS] : SCREENS) {
      await page.goto(`${root}/admin/#${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.goto(`${root}/admin/#/events`);
    await page.getByRole('row').nth(1).waitFor();
    if (await isShown(page, 'link', 'New event')) rights.push('create');
    if (rights.includes('create')) {
      await page.goto(`${root}/admin/#/events/create`);
      await page.getByLabel('Title (English)', { exact: true }).waitFor();
      if (await isShown(page, 'button', 'Publish')) rights.push('publish');
      else expect(await isShown(page, 'button', 'Send for approval')).toBe(true);
    }
    await page.goto(`${root}/admin/#/tags`);
    await page.getByRole('row').nth(1).waitFor();
    if (await isShown(page, 'link', 'New tag')) rights.push('terms');
    // An event of somebody else.
    await page.goto(`${root}/admin/#/events/1`);
    await page.getByLabel('Title (English)', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    if (await isShown(page, 'button', 'Save')) rights.push('change all');
    expect(await isShown(page, 'button', 'Move to trash')).toBe(rights.includes('change all'));
    expect(rights).toEqual(RIGHTS[role]);
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it('lets contributors submit, and change until it is published', async () => {
    const editor = await openEditor(service, ['en', 'desktop'], service.calendar.keys.contributor);
    await editor.go('/events/create');
    await editor.fill('Title (English)', 'From a contributor');
    // There is nothing to choose of the publication.
    expect(await editor.page.getByRole('heading', { name: 'Publication' }).count()).toBe(0);
    await editor.fill('Start', '2027-05-04T18:30');
    const submit = editor.page.getByRole('button', { name: 'Send for approval' });
    expect(await editor.send(submit, 'POST', /\/events$/)).toBe(201);
    const id = await editor.openId();
    await editor.fill('Title (English)', 'From a contributor, again');
    expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
    await service.calendar.patch(`/events/${id}`, { status: 'publish' }, { as: 'editor' });
    await editor.page.reload();
    await editor.page.getByText('You may read this record').waitFor();
    expect(await editor.button('Save').count()).toBe(0);
    await editor.page.context().close();
  });

  it('offers a key that is limited to some kinds only what it may write', async () => {
    const accounts = service.calendar.app.get(AccountsService);
    const offered = async (scope: string) => {
      const { text } = await accounts.createKey({ name: `limited to ${scope}`, role: 'editor' }, { scope });
      const editor = await openEditor(service, ['en', 'desktop'], text);
      const { page, root } = editor;
      const names: string[] = [];
      for (const name of ['Images', 'Translations', 'Trash'])
        if ((await editor.entry(name).count()) > 0) names.push(name);
      for (const path of ['/events/1', '/venues/1', '/tags/1']) {
        await page.goto(`${root}/admin/#${path}`);
        await page.getByRole('textbox', { name: /^(Title|Name) \(English\)$/ }).waitFor();
        for (const name of ['Save', 'Duplicate', 'Merge into another', 'Move to trash', 'Delete for good'])
          if (await isShown(page, 'button', name)) names.push(`${path} ${name}`);
      }
      await page.context().close();
      return names;
    };
    expect(await offered('read')).toEqual([]);
    expect(await offered('tags')).toEqual([
      ...['Translations', 'Trash'],
      ...['Save', 'Merge into another', 'Delete for good'].map((name) => `/tags/1 ${name}`),
    ]);
    expect(await offered('events')).toEqual([
      ...['Images', 'Translations', 'Trash'],
      ...['Save', 'Duplicate', 'Move to trash'].map((name) => `/events/1 ${name}`),
    ]);
  });

  it.each([
    ['en', 'desktop'],
    ['fr', 'phone'],
  ] as const)('returns what a contributor sent with a note, and takes it again: %s, %s', async (language, device) => {
    const text = (english: string, french: string) => (language === 'en' ? english : french);
    const title = `Chess evening ${language}`;
    const dates = { start_date: '2030-05-04 18:30:00', end_date: '2030-05-04 20:00:00' };
    const body = { title, ...dates, status: 'pending' };
    const { id } = (await service.calendar.post('/events', body, { as: 'contributor' }).expect(201)).body as {
      id: number;
    };
    const editor = await openEditor(service, [language, device]);
    const waiting = editor.page.getByRole('region', { name: text('Waiting for approval', 'À approuver') });
    const item = waiting.getByRole('link', { name: title });
    await item.getByText(text('Sent by the contributor, waiting since', 'Envoyé par the contributor')).waitFor();
    await item.click();
    await editor.press(editor.page.getByRole('button', { name: text('Return with a note', 'Renvoyer avec un mot') }));
    const now = editor.dialog().getByRole('button', { name: text('Return', 'Renvoyer'), exact: true });
    expect(await now.isDisabled()).toBe(true);
    await editor.dialog().getByRole('textbox').fill('Which room?\nAnd until when?');
    expect(await editor.send(now, 'PATCH', /\/events\/\d+$/)).toBe(200);
    await editor.page.getByText(text('Returned to its author', 'Renvoyé à son auteur')).waitFor();
    expect(await editor.button('Publish').count()).toBe(1);

    const contributor = await openEditor(service, [language, device], service.calendar.keys.contributor);
    const returned = contributor.page.getByRole('region', { name: text('Returned to you', 'Renvoyé') });
    const mine = returned.getByRole('link', { name: title });
    await mine.getByText('And until when?').waitFor();
    await mine.click();
    await contributor.page.getByRole('alert').getByText('Which room?').waitFor();
    const titleInput = text('Title (English)', 'Title (French)');
    if (language === 'fr') await contributor.show('French');
    await contributor.fill(titleInput, `${title}, room 4`);
    const submit = contributor.page.getByRole('button', {
      name: text('Send for approval', 'Envoyer pour approbation'),
    });
    expect(await contributor.send(submit, 'PATCH', /\/events\/\d+$/)).toBe(200);
    await contributor.page.getByText('Which room?').waitFor({ state: 'detached' });
    await contributor.page.context().close();

    await editor.page.reload();
    await editor.press(editor.page.getByRole('button', { name: text('Refuse', 'Refuser') }));
    await editor.dialog().getByRole('textbox').fill('It is somebody else’s room.');
    const refuse = editor.dialog().getByRole('button', { name: text('Move to the trash', 'Mettre à la corbeille') });
    expect(await editor.send(refuse, 'DELETE', /\/events\/\d+$/)).toBe(200);
    await editor.page.getByText(text('Refused: it is in the trash', 'Refusé : la fiche est à la corbeille')).waitFor();
    const { body: refused } = await service.calendar.get(`/events/${id}`, { as: 'contributor' }).expect(200);
    expect([refused.status, refused.review_note]).toEqual(['trash', 'It is somebody else’s room.']);
    await editor.page.context().close();
  });
});
