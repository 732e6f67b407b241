import { EventCountsQuery } from '../events/event-counts.query.js';
import { EVENT } from '../events/event.names.js';
import { EventsQuery } from '../events/events.query.js';
import { linkedKinds } from '../linked.js';
import { extensions } from './extensions.js';

/** What an extension hangs on a kind that does not ask for it is accepted and documented, and without effect. */
describe('the extensions of this service', () => {
  it('keep more of published kinds that events are linked to, and of no others', () => {
    const kinds = extensions.flatMap(({ records = [] }) => records).map(({ kind }) => kind.many);
    const asking = linkedKinds.filter(({ isPublished }) => isPublished).map(({ names }) => names.many);
    expect(kinds.filter((kind) => !asking.includes(kind))).toEqual([]);
  });

  it('narrow lists of events, and no others', () => {
    const kinds = extensions.flatMap(({ lists = [] }) => lists).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== EVENT)).toEqual([]);
  });

  it('answer for each parameter that they add to lists of events', () => {
    for (const { fields = [], lists = [] } of extensions) {
      const answered = lists.flatMap(({ parameters }) => parameters);
      const added = fields.filter(({ to }) => to.includes(EventsQuery)).flatMap(({ texts }) => Object.keys(texts.en));
      expect(added.filter((name) => !answered.includes(name))).toEqual([]);
    }
  });

  it('add to the counts of events whatever they add to their list', () => {
    const added = extensions.flatMap(({ fields = [] }) => fields).filter(({ to }) => to.includes(EventsQuery));
    expect(added.filter(({ to }) => !to.includes(EventCountsQuery)).map(({ from }) => from.name)).toEqual([]);
  });
});
