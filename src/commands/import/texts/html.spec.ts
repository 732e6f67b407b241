import { markdownToHtml, mixedToHtml, resolveAddresses, textToHtml } from './html.js';

describe('textToHtml', () => {
  it('makes paragraphs at empty lines and breaks at others', () => {
    expect(textToHtml('One\ntwo\n\nThree')).toBe('<p>One<br>\ntwo</p>\n<p>Three</p>');
  });

  it('escapes what would be markup, and leaves entities alone', () => {
    expect(textToHtml('a < b & c &amp; d')).toBe('<p>a &lt; b &amp; c &amp; d</p>');
  });

  it('links addresses without the punctuation after them', () => {
    expect(textToHtml('See https://example.com/a_b.')).toBe(
      '<p>See <a href="https://example.com/a_b">https://example.com/a_b</a>.</p>',
    );
  });
});

describe('mixedToHtml', () => {
  it('wraps the lines of text between blocks', () => {
    expect(mixedToHtml('<p>Talk</p>\nSpeakers:\nŁukasz\n<p>Bio</p>')).toBe(
      '<p>Talk</p>\n<p>Speakers:</p>\n<p>Łukasz</p>\n<p>Bio</p>',
    );
  });

  it('leaves lines inside a block as they are', () => {
    const html = '<ul>\n<li>One\ntwo</li>\n</ul>';
    expect(mixedToHtml(html)).toBe(html);
  });
});

describe('resolveAddresses', () => {
  const html = '<a href="/2025/x">X</a> <a href="https://example.com/y">Y</a>';

  it('makes relative addresses absolute', () => {
    expect(resolveAddresses(html, 'https://us.pycon.org/2025/talk/1/')).toBe(
      '<a href="https://us.pycon.org/2025/x">X</a> <a href="https://example.com/y">Y</a>',
    );
  });

  it('takes links that lead nowhere out of the text', () => {
    expect(resolveAddresses(html, undefined)).toBe('X <a href="https://example.com/y">Y</a>');
  });

  it('reads hostile texts in no time', () => {
    const began = performance.now();
    for (const piece of ['<a href="x">', '<a href="', '<a ', '<img src="', 'href="a', '<a href="x">y</a>'])
      for (const base of [undefined, 'https://a.example/'])
        resolveAddresses(`<a ${piece.repeat(100_000 / piece.length)}`, base);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('markdownToHtml', () => {
  it.each([
    ['a heading, never the first of the page', '# One\n\n### Three', '<h2>One</h2>\n<h3>Three</h3>'],
    ['paragraphs', 'One\n\nTwo', '<p>One</p>\n<p>Two</p>'],
    ['a hard break', 'One  \ntwo', '<p>One<br>\ntwo</p>'],
    [
      'strong and emphasised text',
      '**a** _b_ ***c***',
      '<p><strong>a</strong> <em>b</em> <em><strong>c</strong></em></p>',
    ],
    ['strong text that ends after a break', '**a\n** and **b**', '<p><strong>a\n</strong> and <strong>b</strong></p>'],
    ['a list with empty lines in it', '*   One\n\n*   Two', '<ul><li>One</li><li>Two</li></ul>'],
    ['a list after a line of text', 'All:\n- one\n- two', '<p>All:</p>\n<ul><li>one</li><li>two</li></ul>'],
    ['a numbered list', '1. One\n2. Two', '<ol><li>One</li><li>Two</li></ol>'],
    ['a rule', '* * *', '<hr>'],
    ['a link', '[here](http://a.example/x_y_z)', '<p><a href="http://a.example/x_y_z">here</a></p>'],
    [
      'a link in strong text',
      '**[here](http://a.example/)**',
      '<p><strong><a href="http://a.example/">here</a></strong></p>',
    ],
    ['what a backslash protects', '1\\. in 2018\\. \\*a\\* \\& b', '<p>1. in 2018. *a* &amp; b</p>'],
    [
      'a link whose text and address are protected',
      '[a\\_b](http://a.example/a\\_b)',
      '<p><a href="http://a.example/a_b">a_b</a></p>',
    ],
    ['underscores inside words', 'snake_case_name', '<p>snake_case_name</p>'],
    ['what looks like markup', '<script> & co', '<p>&lt;script&gt; &amp; co</p>'],
    ['stars that nothing closes', '*Visites flash', '<p>*Visites flash</p>'],
    ['nothing', '', ''],
  ])('understands %s', (_what, markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });

  it('reads long texts of stars and brackets in no time', () => {
    const began = performance.now();
    for (const hostile of ['*a '.repeat(20_000), '[a'.repeat(20_000), '_a '.repeat(20_000), '('.repeat(40_000)])
      markdownToHtml(hostile);
    textToHtml('http://a('.repeat(40_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
