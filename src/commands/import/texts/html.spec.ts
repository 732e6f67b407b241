import { mixedToHtml, resolveAddresses, textToHtml } from './html.js';
import { computationTime } from '../../../../test/support/process-time.js';

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
    const began = computationTime();
    for (const piece of ['<a href="x">', '<a href="', '<a ', '<img src="', 'href="a', '<a href="x">y</a>'])
      for (const base of [undefined, 'https://a.example/'])
        resolveAddresses(`<a ${piece.repeat(100_000 / piece.length)}`, base);
    expect(computationTime() - began).toBeLessThan(2000);
  });
});

it('links addresses in long texts of brackets in no time', () => {
  const began = computationTime();
  textToHtml('http://a('.repeat(40_000));
  expect(computationTime() - began).toBeLessThan(2000);
});
