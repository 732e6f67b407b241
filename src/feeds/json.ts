import { type FeedContext, type Format } from '../extension-api/format.js';
import { type Entry } from '../list/entries.js';

interface JsonFormat<D extends object> extends Omit<Format<D>, 'header' | 'item' | 'between' | 'footer'> {
  readonly listMember: string;
  /** The members of the document before the list of records. */
  readonly members: (feed: FeedContext) => object | Promise<object>;
  readonly object: (entry: Entry<D>, feed: FeedContext) => object;
}

/** A JSON format: an object whose last member is the list of records. */
export function jsonFormat<D extends object>({ members, object, ...format }: JsonFormat<D>): Format<D> {
  return {
    ...format,
    header: async (feed) =>
      `${JSON.stringify(await members(feed)).slice(0, -1)},${JSON.stringify(format.listMember)}:[\n`,
    item: (entry, feed) => JSON.stringify(object(entry, feed)),
    between: ',\n',
    footer: () => ']}\n',
  };
}
