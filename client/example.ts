import { calendar, type Schemas } from './calendar.js';

/** Creates a concert in both languages and lists the events at its venue. `root` is the English root of the API. */
export async function announce(root: string, key: string): Promise<Schemas['Event'][]> {
  const { GET, POST } = calendar({ root, key });

  const created = await POST('/cal/events/v1/events', {
    body: {
      title: 'Summer concert',
      start_date: '2027-06-21 19:30:00',
      end_date: '2027-06-21 22:00:00',
      venue: [{ venue: 'Massey Hall', city: 'Toronto' }],
      translations: { fr: { title: 'Concert d’été' } },
    },
  });
  if (created.error) throw new Error(`${created.error.code}: ${created.error.message}`);

  const [hall] = created.data.venue;
  const listed = await GET('/cal/events/v1/events', {
    params: { query: { venue: hall ? [hall.id] : [], start_date: 'today', per_page: 20 } },
  });
  if (listed.error) throw new Error(`${listed.error.code}: ${listed.error.message}`);
  return listed.data.events;
}

/** Cancels an event with a reason in both languages, and lists all cancelled and postponed events. */
export async function callOff(root: string, key: string, id: number): Promise<Schemas['Event'][]> {
  const { GET, PATCH } = calendar({ root, key });

  const changed = await PATCH('/cal/events/v1/events/{id}', {
    params: { path: { id } },
    body: {
      event_status: 'cancelled',
      event_status_reason: 'The storm has damaged the stage.',
      translations: { fr: { event_status_reason: 'La tempête a endommagé la scène.' } },
    },
  });
  if (changed.error) throw new Error(`${changed.error.code}: ${changed.error.message}`);

  const listed = await GET('/cal/events/v1/events', {
    params: { query: { event_status: ['cancelled', 'postponed'], from: 'today', per_page: 20 } },
  });
  if (listed.error) throw new Error(`${listed.error.code}: ${listed.error.message}`);
  return listed.data.events;
}
