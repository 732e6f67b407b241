import { parsePlainText } from '../../../lib/text/sanitize.js';
import { plainTitle } from './title.js';

/** The title as it is stored: the API removes tags from every plain text. */
const stored = (text: string) => parsePlainText()(plainTitle(text));

describe('titles of plain text', () => {
  it.each([
    ['<<Le Cid>>', '«\u00A0Le Cid\u00A0»'],
    ['Lecture : << Le Cid >>, acte I', 'Lecture : «\u00A0Le Cid\u00A0», acte I'],
    ['&lt;&lt;Le Cid&gt;&gt;', '«\u00A0Le Cid\u00A0»'],
    ['A<B et C>D', 'A< B et C>D'],
    ['&lt;Untitled&gt; (2027)', '< Untitled> (2027)'],
    ['1 < 2 > 0', '1 < 2 > 0'],
    ['a < b', 'a < b'],
    ['L&rsquo;été', 'L’été'],
    ['<b>Jazz</b> <br/>night', 'Jazz night'],
    ['<<b>b>Jazz', 'Jazz'],
    ['<a href="https://example.org">Jazz</a>', 'Jazz'],
    ['<img src=x onerror=alert(1)>Jazz', 'Jazz'],
    ['Jazz<script>alert(1)</script>', 'Jazz'],
  ])('keep words between angle brackets, and no tag: %s', (text, title) => {
    expect(stored(text)).toBe(title);
  });

  it('take no longer than they are long', () => {
    const start = performance.now();
    plainTitle('<'.repeat(20_000) + '&lt;'.repeat(5_000));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
