import { EventCountsQuery } from '../calendar/events/event-counts.query.js';
import { EventsQuery } from '../calendar/events/events.query.js';
import { relatedResources } from '../calendar/related.js';
import { CalendarQuery } from '../outlets/web/calendar.query.js';
import { extensions } from './extensions.js';

/** Fields of an extension for a resource that does not use it are accepted and documented, and have no effect. */
describe('the extensions of this service', () => {
  it('add data only to published resources that events are related to', () => {
    const resources = extensions.flatMap(({ records = [] }) => records).map(({ resource }) => resource.plural);
    const asking = relatedResources.filter(({ isPublished }) => isPublished).map(({ names }) => names.plural);
    expect(resources.filter((resource) => !asking.includes(resource))).toEqual([]);
  });

  it('add every parameter of the list of events to the counts of events and to the calendar page, too', () => {
    const added = extensions
      .flatMap(({ fields = [] }) => fields)
      .filter(({ targets }) => targets.includes(EventsQuery));
    const isWhole = ({ targets }: (typeof added)[number]) =>
      [EventCountsQuery, CalendarQuery].every((query) => targets.includes(query));
    expect(added.filter((fields) => !isWhole(fields)).map(({ source }) => source.name)).toEqual([]);
  });
});
