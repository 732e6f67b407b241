import { type Format } from '../../calendar/extension-api/format.js';
import { TAG } from '../../calendar/tags/tag.names.js';
import { FORMATS } from './formats.js';
import { formatControllers } from './formats.module.js';

describe('the routes of formats', () => {
  it('are refused where a kind has none, rather than left out', () => {
    const tags: Format = { ...FORMATS[0]!, resource: TAG };
    expect(() => formatControllers([...FORMATS, tags])).toThrow(/^No controller gives tags\.ics: /);
    expect(() => formatControllers(FORMATS)).not.toThrow();
  });
});
