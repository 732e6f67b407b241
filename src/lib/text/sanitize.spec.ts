import fc from 'fast-check';
import { FieldError } from '../errors/field-error.js';
import { messages } from '../i18n/messages.js';
import { parsePlainText, parseHtml, visibleText } from './sanitize.js';

const parseLine = parsePlainText();

function html(raw: unknown): string {
  const parsed = parseHtml(raw);
  if (parsed instanceof FieldError) throw new Error(parsed.wording(messages.en));
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
          '<a href="/x">',
          '<b>'.repeat(60),
          '\r\n',
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

describe('a line of text', () => {
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
    ['L&rsquo;&eacute;t&eacute;', 'L’été'],
    ['R&amp;B', 'R&B'],
    ['R&amp;amp;B', 'R&amp;B'],
    ['R&B &eacute &amp', 'R&B &eacute &amp'],
    ['&lt;b&gt;Bold&lt;/b&gt; &#60;i>title', 'Bold title'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;Hello', 'Hello'],
    ['one&#10;two&#0;&#xD800;', 'one two\uFFFD\uFFFD'],
    ['&nbsp;', ''],
    ['<style>p{}</style>a<script>b</style>c', 'abc'],
    ['Rock & Roll', 'Rock & Roll'],
    ['one\r\ntwo\tthree', 'one two three'],
    ['nul\0 here', 'nul  here'],
    ['e\u0301te\u0301', 'été'],
    ['half \uD83D pair', 'half \uFFFD pair'],
    ['🎷', '🎷'],
    [5, '5'],
    [['once'], 'once'],
    [' \n ', ''],
  ])('turns %j into %j', (raw, text) => expect(parseLine(raw)).toBe(text));

  it.each([2027, 0, -5, 1.5, 0.000001, 1e15, 9_007_199_254_740_991])('turns the number %p into its decimals', (raw) =>
    expect(parseLine(raw)).toMatch(new RegExp(`^${raw}$`)),
  );

  it.each([1e21, 2 ** 53, -1e16, 1e-7])('requires the digits of %p as text', (raw) => {
    for (const parse of [parseLine, parseHtml]) {
      const error = parse(raw);
      expect(error instanceof FieldError && error.wording(messages.en)).toBe(
        'Must be text in quotes: a number so large or so small does not keep its digits.',
      );
      expect(error instanceof FieldError && error.wording(messages.fr)).toMatch(/^Doit être du texte entre guillemets/);
    }
  });

  it.each([true, null, {}, [], NaN, ['a', 'b']])('refuses %j', (raw) =>
    expect(parseLine(raw)).toBeInstanceOf(FieldError),
  );

  it('counts characters, not surrogate halves', () => {
    expect(parseLine('🎷'.repeat(255))).toBe('🎷'.repeat(255));
    expect(parseLine('🎷'.repeat(256))).toBeInstanceOf(FieldError);
    expect(parsePlainText(3)('<b>abc</b>')).toBe('abc');
  });

  it('has no tag, control character, or surrogate half, and is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, markup), (raw) => {
        const text = parseLine(raw);
        if (text instanceof FieldError) return;
        expect(text).not.toMatch(/<[a-z/!?][^<>]*>|\p{Cc}|\p{Cs}/iu);
        if (!/&[^;]*;/.test(text)) expect(parseLine(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('counts characters after decoding entities', () => {
    expect(parseLine('&eacute;'.repeat(255))).toBe('é'.repeat(255));
    expect(parseLine('&eacute;'.repeat(256))).toBeInstanceOf(FieldError);
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
    ['<a href="/tickets">a</a><a href="tickets">b</a><a href="#c">c</a>', '<a>a</a><a>b</a><a>c</a>'],
    ['<img src="/poster.jpg" alt="x">a', 'a'],
    ['<a href="https://user:secret@example.com/">a</a>', '<a>a</a>'],
    ['<a href="https://user@example.com">a</a><a href="https:\\\\u@example.com">b</a>', '<a>a</a><a>b</a>'],
    [' <a href=" https://example.com/a b@c "> a</a>', '<a href="https://example.com/a b@c"> a</a>'],
    [`<a href="https://example.com/${'x'.repeat(5000)}">a</a>`, '<a>a</a>'],
    [12, '12'],
  ])('turns %j into %j', (raw, clean) => expect(html(raw)).toBe(clean));

  it.each([
    '',
    '  ',
    '<p></p>',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<p>&#8203;&shy;</p>',
    '<script>x</script>',
    '<!-- -->',
  ])('turns %j, which has no visible content, into nothing', (raw) => expect(html(raw)).toBe(''));

  it.each([
    ['one\ntwo', '<p>one<br />\ntwo</p>'],
    ['one\r\n\r\ntwo\rthree', '<p>one</p>\n<p>two<br />\nthree</p>'],
    [' \n\n one \n \t \n\n two & < three \n', '<p>one</p>\n<p>two &amp; &lt; three</p>'],
    ['&eacute;t&eacute;\nhiver', '<p>été<br />\nhiver</p>'],
    ['<font>one</font>\ntwo', '<p>one<br />\ntwo</p>'],
  ])('makes paragraphs of text without tags: %j is %j', (raw, clean) => {
    expect(html(raw)).toBe(clean);
    expect(html(clean)).toBe(clean);
  });

  it.each(['one line', 'one & two', '<b>one</b>\ntwo', '<br />\ntwo'])(
    'keeps lines with tags, and a single line: %j',
    (raw) => expect(html(raw)).toBe(raw.replace('&', '&amp;')),
  );

  it('flattens elements deeper than 100 levels, and keeps their text', () => {
    const deep = (depth: number) => `${'<b>'.repeat(depth)}text${'</b>'.repeat(depth)}`;
    expect(html(deep(100))).toBe(deep(100));
    expect(html(deep(101))).toBe(deep(100));
    expect(html(deep(5000))).toBe(deep(100));
  });

  it('accepts 60,000 bytes of UTF-8, no more', () => {
    expect(html('é'.repeat(30_000))).toHaveLength(30_000);
    expect(parseHtml('é'.repeat(30_001))).toBeInstanceOf(FieldError);
    expect(parseHtml('>'.repeat(15_001))).toBeInstanceOf(FieldError);
  });

  it.each([true, null, {}, []])('refuses %j', (raw) => expect(parseHtml(raw)).toBeInstanceOf(FieldError));

  it('keeps no surrogate half', () => {
    expect(html('</ a 𐀀')).toBe('');
  });

  it('is idempotent, and leaves nothing dangerous', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, markup), (raw) => {
        const clean = html(raw);
        expect(html(clean)).toBe(clean);
        expect(clean).not.toMatch(
          /<(?:script|style|svg|iframe)|<[^>]*(?:\son\w+=|(?:href|src)="\s*javascript:)|\0|\p{Cs}/iu,
        );
      }),
      { numRuns: 5000 },
    );
  });
});

describe('HTML that is already clean', () => {
  const pieces = [
    '<p>',
    '</p>',
    '<em>',
    '</em>',
    '<b>',
    '</b>',
    '&amp;',
    '&lt;',
    '&quot;',
    '&',
    '"',
    'é',
    '\u00A0',
    '\n',
    ' ',
    'a',
  ];
  const text = fc.array(fc.constantFrom(...pieces, '<p>a<em>b</em>c</p>', '<p>&amp;</p>'), { maxLength: 6 });

  it('equals what a parser makes of it', () => {
    // A comment has it parsed.
    const same = (raw: string) => expect(html(raw)).toBe(html(`<!-- -->${raw}`));
    fc.assert(
      fc.property(text, (parts) => same(parts.join(''))),
      { numRuns: 5000 },
    );
  });
});

describe('visibleText', () => {
  it.each([
    ['<section>a</section><section>b</section><address>c</address>', '<div>a</div><div>b</div><div>c</div>'],
    [
      '<header>a</header><nav>b</nav>c<details><summary>d</summary>e</details>',
      '<div>a</div><div>b</div>c<div><div>d</div>e</div>',
    ],
    ['a\u000Bb\u000Cc\u0085d\u2028e', '<p>a<br />\nb<br />\nc<br />\nd<br />\ne</p>'],
    ['a\u2029\u2029b', '<p>a</p>\n<p>b</p>'],
    ['<p>a</p><p></p><p class="x"> </p><p>b</p>', '<p>a</p>\n\n<p>b</p>'],
    ['a<p></p>b', '<p>a<br />\nb</p>'],
    ['<p></p>', ''],
    ['<p><br></p><p>a</p>', '<p><br /></p><p>a</p>'],
    [
      'See https://a.example/b_(c)?d=1&e=2.',
      'See <a href="https://a.example/b_(c)?d=1&amp;e=2">https://a.example/b_(c)?d=1&amp;e=2</a>.',
    ],
    ['a\nhttp://a.example', '<p>a<br />\n<a href="http://a.example">http://a.example</a></p>'],
    [
      '"https://a.example" &lt;https://b.example&gt;',
      '"<a href="https://a.example">https://a.example</a>" &lt;<a href="https://b.example">https://b.example</a>&gt;',
    ],
    ['https://user:secret@a.example and ftp://a.example', 'https://user:secret@a.example and ftp://a.example'],
    ['<b>https://a.example</b>', '<b>https://a.example</b>'],
  ])('of %j is %j', (raw, clean) => {
    expect(html(raw)).toBe(clean);
    expect(html(clean)).toBe(clean);
  });

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

  it('reads clean HTML as a parser does', () => {
    // A comment has it parsed.
    const parsed = (clean: string) => visibleText(`${clean}<!-- -->`);
    const clean = fc
      .oneof(anyText, markup)
      .map(parseHtml)
      .filter((text) => typeof text === 'string');
    fc.assert(
      fc.property(clean, (text) => expect(visibleText(text)).toBe(parsed(text))),
      { numRuns: 2000 },
    );
  });

  it('returns text without markup unchanged', () => {
    const plain = fc.string({ unit: 'grapheme-ascii' }).map((text) => text.replace(/[<&]/g, ''));
    fc.assert(fc.property(plain, (text) => expect(visibleText(text)).toBe(text.replace(/\s+/g, ' ').trim())));
  });
});
