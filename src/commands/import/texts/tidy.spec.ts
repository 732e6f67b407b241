import fc from 'fast-check';
import { visibleText } from '../../../lib/text/sanitize.js';
import { descriptionFrom, leftOvers, repeats, tidied, withoutMarkdownLinks } from './tidy.js';
import { computationTime } from '../../../../test/support/process-time.js';

const link = (address: string, label = address) => `<a href="${address}">${label}</a>`;
const A = 'https://a.example/x?a=1&amp;b=2';

describe('tidied: lists', () => {
  it.each([
    [
      'lines after breaks',
      '<p>We need:<br>\n* one ;<br />\n* <b>two</b>.</p>',
      '<p>We need:</p>\n<ul><li>one ;</li><li><b>two</b>.</li></ul>',
    ],
    ['lines of source', '<p>You:\n - one\n   more\n - two</p>', '<p>You:</p>\n<ul><li>one\nmore</li><li>two</li></ul>'],
    [
      'what follows after a break',
      '<p>• one<br>• two<br>Come!<br>All</p>',
      '<ul><li>one</li><li>two</li></ul>\n<p>Come!<br>\nAll</p>',
    ],
    [
      'paragraphs',
      '<p>All:</p>\n<p>- one</p>\n<p>- two</p>\n<h2>x</h2>',
      '<p>All:</p>\n<ul><li>one</li><li>two</li></ul>\n<h2>x</h2>',
    ],
    [
      'dashes without a blank after a colon',
      '<p>À faire :</p>\n<p>-un</p>\n<p>-deux</p>',
      '<p>À faire :</p>\n<ul><li>un</li><li>deux</li></ul>',
    ],
  ])('are made of %s', (_what, html, expected) => {
    expect(tidied(html)).toBe(expected);
  });

  it.each([
    ['a single dash', '<p>One<br>\n- two</p>'],
    ['a conversation', '<p>Home!</p>\n<p>-What?<br>\n-Yes.</p>'],
    ['what is bold over several lines', '<p><b>a<br>\n- b<br>\n- c</b></p>'],
    ['numbers below zero', '<p>-5<br>\n-6</p>'],
    ['preformatted text', '<pre>\n- a\n- b\n</pre>'],
  ])('are not made of %s', (_what, html) => {
    expect(tidied(html)).toBe(html);
  });

  it('makes rules of lines of stars and dashes', () => {
    expect(tidied('<p>***</p>\n<p><hr /></p>\n<p>Bye<br>\n---<br>\nWe</p>')).toBe(
      '<hr>\n<hr>\n<p>Bye</p>\n<hr>\n<p>We</p>',
    );
  });

  it('takes out paragraphs that say nothing', () => {
    expect(tidied('<p>Jane</p>\n<p>-</p>\n<p>♡</p>\n<p>&nbsp;</p>')).toBe('<p>Jane</p>\n<p>♡</p>');
  });
});

describe('tidied: links', () => {
  it.each([
    ['Markdown', `[here](${A})`, link(A, 'here')],
    ['Markdown around a link', `[${link(A)}](${A})`, link(A)],
    ['Markdown around two links', `[${link(A)}](${link(A)})`, link(A)],
    ['Markdown in Markdown', `[[${link(A)}](${A})](${A})`, link(A)],
    [
      'Markdown in an address',
      link('http://%5Bhttps://a.example/data=%5D(https://a.example/data=)!4m2?a=1&amp;b=2', 'map'),
      link('https://a.example/data=!4m2?a=1&amp;b=2', 'map'),
    ],
    [
      'an address in brackets',
      link('http://[https://a.example/%C3%A8]', 'map'),
      link('https://a.example/%C3%A8', 'map'),
    ],
    ['half an address in brackets', link('http://%5Bhttps://a.example/', 'map'), link('https://a.example/', 'map')],
    [
      'a label and an address',
      link('http://[https://a.example](https://b.example/)', 'map'),
      link('https://b.example/', 'map'),
    ],
    ['an address behind http://', link('http://https://a.example/', 'map'), link('https://a.example/', 'map')],
    ['a mail address behind http://', link('http://mailto:me@a.example', 'me'), link('mailto:me@a.example', 'me')],
    ['words that a program took for an address', link('http://....le', '....le'), '....le'],
  ])('mends %s', (_what, html, expected) => {
    expect(tidied(`<p>${html}</p>`)).toBe(`<p>${expected}</p>`);
    expect(leftOvers(expected)).toEqual([]);
  });

  it.each([
    [
      'two addresses in one',
      link('http://[https://a.example/](https://b.example/)!c', 'map'),
      'http://[https://a.example/](https://b.example/)!c',
    ],
    ['a host that is none', link('http://....le', 'here'), 'http://....le'],
    [
      'a link that leads to two addresses',
      `[${link('https://a.example/')}](https://b.example/)`,
      'https://a.example/](https://b.example/)',
    ],
  ])('leaves %s, and says so', (_what, html, leftOver) => {
    expect(tidied(html)).toBe(html);
    expect(leftOvers(html)).toEqual([leftOver.startsWith('http://') ? leftOver : `[${leftOver}`]);
  });

  it.each([
    'https://en.wikipedia.org/wiki/A_(b)',
    'http://[::1]:3000/',
    'https://a.example/?q=[1]',
    'mailto:a@b.example',
  ])('leaves %s alone', (address) => {
    expect(tidied(link(address, 'x'))).toBe(link(address, 'x'));
    expect(leftOvers(link(address, 'x'))).toEqual([]);
  });
});

it('loses no word, whatever the paragraphs', () => {
  const marks = [
    '\n',
    '<br>',
    '- ',
    '* ',
    '-a',
    '•',
    'a',
    'é1',
    ' ',
    ':',
    '***',
    '---',
    '<b>',
    '</b>',
    '&amp;',
    '<hr>',
  ];
  const paragraph = fc.array(fc.constantFrom(...marks), { maxLength: 12 }).map((pieces) => `<p>${pieces.join('')}</p>`);
  const said = (html: string) => visibleText(html).replace(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(fc.array(paragraph, { maxLength: 5 }), (paragraphs) => {
      const html = paragraphs.join('\n');
      expect(said(tidied(html))).toBe(said(html));
    }),
  );
});

it('reads long texts of hostile beginnings in no time', () => {
  const began = computationTime();
  for (const piece of ['<p>', '<p>-', '<a href="', '[', '[a](', '<br>- ', '<p>-a</p>', '[<a href="', '\n', '<p '])
    tidied(piece.repeat(Math.floor(60_000 / piece.length)));
  expect(computationTime() - began).toBeLessThan(2000);
});

describe('descriptionFrom', () => {
  it.each([
    ['the title', '<p>Break</p>', undefined],
    ['the beginning of the title', '<p>break,</p>', undefined],
    ['a full stop', '<p>.</p>', undefined],
    ['the title as a link', `<p>${link(A, 'Break')}</p>`, `<p>${link(A, 'Break')}</p>`],
    ['a word more', '<p>Break now</p>', '<p>Break now</p>'],
  ])('is not made of what says nothing new: %s', (_what, html, description) => {
    expect(descriptionFrom(html, 'Break: coffee')).toBe(description);
  });
});

describe('repeats', () => {
  it.each([
    ['L’Été…', "<p>L'ete</p> vient", true],
    ['Concert', 'Concerto', false],
    ['Concert !', 'Concert', true],
    ['♡', 'Concert', false],
  ])('%j in %j: %s', (text, other, is) => {
    expect(repeats(text, other)).toBe(is);
  });
});

it('takes links in Markdown out of titles', () => {
  expect(withoutMarkdownLinks('[Job Fair](https://a.example/jobs) [1]')).toBe('Job Fair [1]');
});
