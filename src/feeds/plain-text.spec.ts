import fc from 'fast-check';
import { parseHtml } from '../text/texts.js';
import { convert, plainText } from './plain-text.js';

const aBlank = fc.constantFrom('', ' ', '\n', ' \n\t', '\u00a0', '\u200b', '&nbsp;', '<br />', '<br>\n');
const aWord = fc.constantFrom(
  ...['Jazz', 'été', 'a, b; c', '- 5', '3 > 2', '&amp;', '&lt;b&gt;', '&quot;', '&eacute;', '&#39;', '1.', '😀', '‑'],
);
const inline = (tag: string) => (text: string) => `<${tag}>${text}</${tag}>`;
const anInline: fc.Arbitrary<string> = fc.letrec<{ some: string; one: string }>((tie) => ({
  some: fc.array(fc.oneof(aBlank, aWord, aWord, tie('one')), { maxLength: 5 }).map((parts) => parts.join('')),
  one: fc.oneof(
    { maxDepth: 2 },
    aWord,
    ...['strong', 'em', 'b', 'span', 'sub', 'code', 'q'].map((tag) => tie('some').map(inline(tag))),
    tie('some').map((text) => `<a href="https://a.example/x">${text}</a>`),
    tie('some').map((text) => `<span lang="fr">${text}</span>`),
    fc.constant('<img src="https://a.example/x.png" alt="Ours">'),
  ),
})).some;
const aBlock: fc.Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 3 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { maxDepth: 2 },
    anInline.map(inline('p')),
    ...['p', 'h1', 'h2', 'h3', 'h4', 'pre'].map((tag) => anInline.map(inline(tag))),
    anInline.map((text) => `<p dir="rtl" title="a &gt; b">${text}</p>`),
    fc.array(anInline).map((items) => `<ul>\n${items.map(inline('li')).join('\n')}\n</ul>`),
    fc.array(anInline).map((items) => `<ol start="3">${items.map(inline('li')).join(' ')}</ol>`),
    fc.array(fc.oneof(anInline, tie('blocks'))).map((items) => `<ul>${items.map(inline('li')).join('')}</ul>`),
    ...['div', 'blockquote', 'figure', 'li', 'p', 'h2'].map((tag) => tie('blocks').map(inline(tag))),
    fc.constantFrom('<hr />', '<br />', '<table><tr><th>a</th><td>b</td></tr></table>'),
  ),
})).block;
const someHtml = fc
  .array(fc.oneof(aBlock, aBlock, aBlock, aBlank, anInline), { maxLength: 5 })
  .map((blocks) => blocks.join(''));

describe('plain text', () => {
  it('is what the converter makes of all HTML that is stored', () => {
    fc.assert(
      fc.property(someHtml, (raw) => {
        const html = parseHtml(raw);
        fc.pre(typeof html === 'string');
        expect(plainText(html)).toBe(convert(html).trim());
      }),
      { numRuns: 3000 },
    );
  });

  it('is what the converter makes of paragraphs, headings and lists', () => {
    const html =
      '<h2>Programme</h2>\n<p>Tea &amp; <em>jazz</em>\nfor all.</p><ul>\n<li>a  coat</li>\n<li>5 &lt; 6</li>\n</ul>';
    expect(plainText(html)).toBe('Programme\n\nTea & jazz for all.\n\n- a coat\n- 5 < 6');
    expect(plainText(html)).toBe(convert(html));
  });

  it('takes no longer than there is text', () => {
    const began = performance.now();
    const texts = ['<p>a', '<h2>a</h2>', '<ul><li>a', '<p>a <br />', '<p>a</p><ul>'].map((part) => part.repeat(2500));
    for (const text of texts) plainText(parseHtml(text) as string);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
