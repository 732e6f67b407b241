import { AccountsService } from '../../src/http/auth/accounts.service.js';
import { makers } from '../support/makers.js';
import { describeInBrowser, type Editor, editorsPage, openEditor } from './editor.js';

describeInBrowser('an event whose venue is a draft', () => {
  const service = editorsPage();
  const { anEvent, aVenue } = makers(() => service.calendar);
  const as = { as: 'editor' } as const;
  let editor: Editor;

  beforeAll(async () => {
    editor = await openEditor(service, ['en', 'desktop']);
  });

  const statusOf = async (path: string) => (await service.calendar.get(path, as)).body.status as string;

  it('is published with it, alone or among several, and the page says so', async () => {
    const venue = await aVenue({ venue: 'Hall in a draft', status: 'draft' });
    const event = await anEvent({ title: 'With a draft', status: 'draft', venue: [venue.id] });
    await editor.go(`/events/${event.id}`);
    await editor.input('Title (English)').waitFor();
    await editor.page.getByText('Not published yet: Hall in a draft. It is published with the event.').waitFor();
    expect(await editor.send('Publish', 'PATCH', /\/events\/\d+$/)).toBe(200);
    await editor.page.getByText('Published with it: Hall in a draft.').waitFor();
    expect(await statusOf(`/venues/${venue.id}`)).toBe('publish');

    const pending = await aVenue({ venue: 'Hall of several', status: 'pending' });
    const titles = ['First of several', 'Second of several'];
    for (const title of titles) await anEvent({ title, status: 'draft', venue: [pending.id] });
    await editor.go('/events?filter={"search":"of several"}');
    for (const name of titles) await editor.page.getByRole('row', { name }).getByRole('checkbox').check();
    await editor.send('Publish', 'PATCH', /\/events\/\d+$/);
    await editor.page.getByText('Published with it: Hall of several.').waitFor();
    expect(await statusOf(`/venues/${pending.id}`)).toBe('publish');
    expect(editor.problems).toEqual([]);
  });

  it('is published without it where the key may not, and the page says what visitors do not see', async () => {
    const venue = await aVenue({ venue: 'Salle en brouillon', status: 'draft' });
    const event = await anEvent({ title: 'Sans lieu', status: 'draft', venue: [venue.id] });
    const limited = { name: 'limited', role: 'editor' } as const;
    const { text } = await service.calendar.app.get(AccountsService).createKey(limited, { scope: 'events' });
    const french = await openEditor(service, ['fr', 'desktop'], text);
    await french.go(`/events/${event.id}`);
    await french.input('Title (English)').waitFor();
    await french.page.getByText('Les visiteurs ne le voient pas avec l’événement.').waitFor();
    expect(await french.send('Publish', 'PATCH', /\/events\/\d+$/)).toBe(200);
    await french.page.getByText('invisible pour les visiteurs : Salle en brouillon.').waitFor();
    expect([await statusOf(`/events/${event.id}`), await statusOf(`/venues/${venue.id}`)]).toEqual([
      'publish',
      'draft',
    ]);
    await french.page.context().close();
  });

  it('is restored without it, and the page says what visitors do not see', async () => {
    const venue = await aVenue({ venue: 'Hall after the trash', status: 'draft' });
    const event = await anEvent({ title: 'Back from the trash', venue: [venue.id] });
    await service.calendar.delete(`/events/${event.id}`, as).expect(200);
    await editor.go('/trash');
    expect(await editor.send('Restore', 'POST', /\/restore$/)).toBe(200);
    const hint = editor.page.getByText('Visitors do not see Hall after the trash, which is not published.');
    await hint.waitFor();
    await service.calendar.patch(`/events/${event.id}`, { venue: [] }, as).expect(200);
    await editor.go(`/events/${event.id}/revisions`);
    await editor.page.reload();
    await editor.page.getByRole('button', { name: /Created/ }).click();
    expect(await hint.count()).toBe(0);
    expect(await editor.send('Restore', 'POST', /\/restore$/)).toBe(200);
    await hint.waitFor();
    expect(editor.problems).toEqual([]);
  });
});
