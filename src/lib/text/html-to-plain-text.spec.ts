import { Random } from '../../../test/support/random.js';
import { htmlToPlainText } from './html-to-plain-text.js';
import { parseHtml } from './sanitize.js';

describe('plain text', () => {
  it.each([
    [
      'paragraphs, headings, lists',
      '<h2>Programme</h2>\n<p>Tea &amp; <em>jazz</em>\nfor all.</p><ul>\n<li>a  coat</li>\n<li>5 &lt; 6</li>\n</ul>',
      'Programme\n\nTea & jazz for all.\n\n- a coat\n- 5 < 6',
    ],
    [
      'links',
      '<p>See <a href="https://a.example/x">this</a>, <a href="https://a.example">https://a.example</a></p>',
      'See this (https://a.example/x), https://a.example',
    ],
    [
      'definitions',
      '<p>Hours</p><dl><dt>Monday</dt><dd>9–5</dd><dt>Tuesday</dt><dd>closed</dd></dl><p>Bye</p>',
      'Hours\n\nMonday\n9–5\nTuesday\nclosed\n\nBye',
    ],
    [
      'pictures with words',
      'a<figure><img src="https://a.example/x.png" alt="no" /><figcaption>Hall</figcaption></figure>b',
      'a\nHall\n\nb',
    ],
    ['parts', '<div>a</div><div>b</div><blockquote>c</blockquote><p><br />d</p>', 'a\nb\n\n> c\n\n\nd'],
    [
      'tables with their heads',
      '<table><caption>Prices</caption><tr><th>a</th><td>b</td></tr></table>c',
      'Prices\n\na   b\n\nc',
    ],
  ])('keeps the line breaks of %s', (_what, html, text) => {
    expect(htmlToPlainText(html)).toBe(text);
  });

  it('is the same for paragraphs with emphasis, which need no parser', () => {
    const parts = [
      '<p>',
      '</p>',
      '<p>',
      '</p>\n<p>',
      '<em>',
      '</em>',
      '<b>',
      '</b>',
      '&amp;',
      '&lt;',
      '&quot;',
      '&amp;lt;',
    ];
    parts.push('word', 'été', ' ', '  ', '\n', '\u00A0', '\u200B', '- 1', '=');
    const random = new Random(7);
    for (let round = 0; round < 2000; round++) {
      const html = parseHtml(Array.from({ length: 1 + (round % 12) }, () => random.pick(parts)).join(''));
      if (typeof html !== 'string') throw new Error('The text was refused.');
      // Inside of another element, the same text is given to the parser.
      expect([html, htmlToPlainText(html)]).toEqual([html, htmlToPlainText(`<div>${html}</div>`)]);
    }
  });

  it('is trimmed, since a spreadsheet would look for a formula behind blanks', () => {
    expect(htmlToPlainText('<p><br />=1</p>')).toBe('=1');
  });
});
