import fc from 'fast-check';
import { Fault } from '../errors/fault.js';
import { messages } from '../errors/messages.js';
import { line, parseHtml, visibleText } from './text.js';

const parseLine = line();

function html(raw: unknown): string {
  const parsed = parseHtml(raw);
  if (parsed instanceof Fault) throw new Error(parsed.wording(messages.en));
  return parsed;
}

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '</',
          '/>',
          '<p>',
          '</p>',
          '<b',
          '<a href="',
          '"',
          "'",
          '>',
          'javascript:',
          '&',
          '&amp;',
          '&lt;',
          '&#0;',
          ';',
        ],
        ...[
          '<table>',
          '<tr>',
          '<td>',
          '</table>',
          '<ul>',
          '<li>',
          '<img src=',
          'http://x.y/z',
          ' onerror=',
          '<script>',
          '</script>',
        ],
        ...[
          '<style>',
          '<!--',
          '-->',
          '<svg>',
          '<math>',
          '<textarea>',
          '<div>',
          '</div>',
          '<h1>',
          '<br>',
          '\0',
          '\uD800',
          ' ',
          'x',
        ],
        ...[
          '<![CDATA[',
          ']]>',
          '<?',
          '<pre>',
          '\n',
          '<xmp>',
          '<noscript>',
          '<q cite="',
          '&nbsp',
          '&#x3c;',
          '<p lang=',
          '<td>',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

describe('line', () => {
  it.each([
    ['  Soirée jazz  ', 'Soirée jazz'],
    ['a < b', 'a < b'],
    ['I <3 you', 'I <3 you'],
    ['x<y', 'x<y'],
    ['1 > 0', '1 > 0'],
    ['<b>Bold</b> title', 'Bold title'],
    ['<<b>script>x', 'x'],
    ['Hello<!-- hidden -->', 'Hello'],
    ['<script>alert(1)</script>Hello', 'Hello'],
    ['<img src=x onerror=alert(1)>Hello', 'Hello'],
    ['R&amp;B &lt;b&gt;', 'R&amp;B &lt;b&gt;'],
    ['Rock & Roll', 'Rock & Roll'],
    ['one\r\ntwo\tthree', 'one two three'],
    ['nul\0 here', 'nul  here'],
    ['e\u0301te\u0301', 'été'],
    ['half \uD83D pair', 'half \uFFFD pair'],
    ['🎷', '🎷'],
    [5, '5'],
    [['once'], 'once'],
    [' \n ', ''],
  ])('gives %j as %j', (raw, text) => expect(parseLine(raw)).toBe(text));

  it.each([true, null, {}, [], NaN, ['a', 'b']])('refuses %j', (raw) => expect(parseLine(raw)).toBeInstanceOf(Fault));

  it('counts characters, not the halves of which some are made', () => {
    expect(parseLine('🎷'.repeat(255))).toBe('🎷'.repeat(255));
    expect(parseLine('🎷'.repeat(256))).toBeInstanceOf(Fault);
    expect(line(3)('<b>abc</b>')).toBe('abc');
  });

  it('holds no tag, control character, or half of a pair, and changes nothing when read again', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, markup), (raw) => {
        const text = parseLine(raw);
        if (text instanceof Fault) return;
        expect(text).not.toMatch(/<[a-z/!?][^<>]*>|\p{Cc}|\p{Cs}/iu);
        expect(parseLine(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('is quick with long input', () => {
    const started = performance.now();
    for (const part of ['<a', '<script>', '<', '>', '<a>', '<!--']) parseLine(part.repeat(1_000_000 / part.length));
    for (const part of ['<a', '<script>', '<', '>', '<a>', '<!--']) parseLine(part.repeat(19_000 / part.length));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('parseHtml', () => {
  it.each([
    '<p>Hello <strong>world</strong> <em>again</em></p>',
    '<h2>Programme</h2><ul><li>one</li><li>two</li></ul>',
    '<a href="https://example.com/?a=1&amp;b=2" title="T">link</a>',
    '<a href="mailto:a@example.com">mail</a> <a href="tel:+15145551234">call</a>',
    '<img src="https://example.com/a.jpg" alt="A" width="10" height="20" />',
    '<table><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2">d</td></tr></tbody></table>',
    '<blockquote><p>q</p></blockquote><pre><code>x &lt; y</code></pre><hr /><br />',
    '<p lang="fr">Été à l’île — 5 € &amp; plus</p>',
    'plain text',
  ])('keeps %s', (raw) => expect(html(raw)).toBe(raw));

  it.each([
    ['<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<p onclick="x()" style="color:red" class="c" id="i">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<img src="data:image/png;base64,x" onerror="x()">a', 'a'],
    ['<iframe src="https://x.y"></iframe><style>p{}</style>a', 'a'],
    ['<svg onload="x()"><b>a</b></svg>', '<b>a</b>'],
    ['<font color="red">a</font>', 'a'],
    ['a\0b\uD800c', 'ab\uFFFDc'],
    ['5 < 6 & 7', '5 &lt; 6 &amp; 7'],
    [12, '12'],
  ])('makes %j into %j', (raw, clean) => expect(html(raw)).toBe(clean));

  it.each(['', '  ', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<script>x</script>', '<!-- -->'])(
    'makes %j, in which there is nothing to see, into nothing',
    (raw) => expect(html(raw)).toBe(''),
  );

  it('takes 60,000 bytes of UTF-8, no more', () => {
    expect(html('é'.repeat(30_000))).toHaveLength(30_000);
    expect(parseHtml('é'.repeat(30_001))).toBeInstanceOf(Fault);
    expect(parseHtml('<b>'.repeat(20_001))).toBeInstanceOf(Fault);
  });

  it.each([true, null, {}, []])('refuses %j', (raw) => expect(parseHtml(raw)).toBeInstanceOf(Fault));

  it('keeps no half of a character', () => {
    expect(html('</ a 𐀀')).toBe('');
  });

  it('changes nothing when it is sanitised again, and holds nothing dangerous', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, markup), (raw) => {
        const clean = html(raw);
        expect(html(clean)).toBe(clean);
        expect(clean).not.toMatch(
          /<(?:script|style|svg|iframe)|<[^>]*\son\w+=|(?:href|src)="\s*javascript:|\0|\p{Cs}/iu,
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('is quick with long input', () => {
    const started = performance.now();
    for (const part of ['<b>', '<p>', '<', '&lt;', '<table><tr><td>', '<a href="'])
      parseHtml(part.repeat(Math.min(19_990, 299_000 / part.length)));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('visibleText', () => {
  it.each([
    ['<p>Hello <b>wor</b>ld</p><p>again</p>', 'Hello world again'],
    ['<ul><li>one</li><li>two</li></ul>', 'one two'],
    ['a<br>b', 'a b'],
    ['R&amp;B &lt;b&gt; &eacute;t&eacute; &amp;lt; &quot;', 'R&B <b> été &lt; "'],
    ['a &nbsp; \n b', 'a b'],
    ['<td>a</td><td>b</td>', 'a b'],
    ['<img alt="not seen">', ''],
    ['a<script>x</script>', 'a'],
    ['', ''],
  ])('reads %s as %s', (markupText, text) => expect(visibleText(markupText)).toBe(text));

  it('gives text back that holds no markup', () => {
    const plain = fc.string({ unit: 'grapheme-ascii' }).map((text) => text.replace(/[<&]/g, ''));
    fc.assert(fc.property(plain, (text) => expect(visibleText(text)).toBe(text.replace(/\s+/g, ' ').trim())));
  });
});
