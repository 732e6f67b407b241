import { describeInBrowser, type Editor, editorsPage, openEditor } from './editor.js';

interface Shown {
  readonly id: number;
  readonly title: string;
}

const YEAR = new Date().getUTCFullYear() + 1;
const as = { as: 'editor' } as const;

describeInBrowser('the revisions of a series', () => {
  const service = editorsPage();
  let editor: Editor;

  beforeAll(async () => {
    editor = await openEditor(service, ['en', 'desktop']);
  });

  const dates = async (): Promise<Shown[]> =>
    (await service.calendar.get(`/events?search=market&from=${YEAR}-05-01&to=${YEAR}-08-01`, as)).body
      .events as Shown[];
  const titles = async () => (await dates()).map(({ title }) => title);
  const list = () => editor.page.getByRole('navigation', { name: 'History' }).getByRole('button');

  it('show how many dates come or go before they are restored, and find the changes to all dates from each', async () => {
    const body = { title: 'Market', start_date: `${YEAR}-06-01 08:00:00`, end_date: `${YEAR}-06-01 12:00:00` };
    const made = await service.calendar.post('/events', { ...body, recurrence: 'FREQ=WEEKLY;COUNT=5' }, as).expect(201);
    const [first, second, third] = (await dates()) as [Shown, Shown, Shown];
    expect(first.id).toBe(made.body.id);
    await service.calendar.patch(`/events/${third.id}?apply=following`, { title: 'Night market' }, as).expect(200);
    await service.calendar.patch(`/events/${first.id}`, { recurrence: null }, as).expect(200);
    expect(await titles()).toEqual(['Market', 'Night market', 'Night market', 'Night market']);

    await editor.go(`/events/${first.id}/revisions`);
    await editor.press(list().last());
    await editor.page.getByText('No date comes or goes.').waitFor();
    await editor.page.getByLabel('Restore the dates too').check();
    await editor.page.getByText('1 date comes back.').waitFor();
    // The rule is in the words of the form.
    await editor.page.getByText(/^Every week; (?:Last day|Number of times): \w+/).waitFor();
    await editor.page.getByLabel('Restore the dates too').uncheck();
    await editor.page.getByText('No date comes or goes.').waitFor();
    expect(await editor.send('Restore', 'POST', /\/restore$/)).toBe(200);
    expect(await titles()).toEqual(Array(4).fill('Market'));

    await editor.go(`/events/${first.id}/revisions`);
    await editor.press(list().last());
    await editor.page.getByLabel('Restore the dates too').check();
    await editor.page.getByText('1 date comes back.').waitFor();
    expect(await editor.send('Restore', 'POST', /\/restore$/)).toBe(200);
    expect((await dates()).map(({ id }) => id)).toContain(second.id);
    expect(await titles()).toEqual(Array(5).fill('Market'));

    await service.calendar.patch(`/events/${first.id}`, { title: 'Flea market' }, as).expect(200);
    await editor.go(`/events/${second.id}/revisions`);
    await list().filter({ hasText: 'Changed · all dates' }).first().waitFor();
    await editor.press(list().filter({ hasText: 'Created · all dates' }));
    expect(await editor.send('Restore', 'POST', /\/restore$/)).toBe(200);
    expect(await titles()).toEqual(['Flea market', 'Market', 'Market', 'Market', 'Market']);
  });
});
