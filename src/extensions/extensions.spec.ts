import { EventCountsQuery } from '../events/event-counts.query.js';
import { EventsQuery } from '../events/events.query.js';
import { linkedResources } from '../linked.js';
import { extensions } from './extensions.js';

/** What an extension hangs on a kind that does not ask for it is accepted and documented, and without effect. */
describe('the extensions of this service', () => {
  it('keep more of published kinds that events are linked to, and of no others', () => {
    const resources = extensions.flatMap(({ records = [] }) => records).map(({ resource }) => resource.plural);
    const asking = linkedResources.filter(({ isPublished }) => isPublished).map(({ names }) => names.plural);
    expect(resources.filter((resource) => !asking.includes(resource))).toEqual([]);
  });

  it('add to the counts of events whatever they add to their list', () => {
    const added = extensions
      .flatMap(({ fields = [] }) => fields)
      .filter(({ targets }) => targets.includes(EventsQuery));
    expect(added.filter(({ targets }) => !targets.includes(EventCountsQuery)).map(({ source }) => source.name)).toEqual(
      [],
    );
  });
});
