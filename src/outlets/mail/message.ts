import { type Language } from '../../lib/i18n/language.js';
import { escapeMarkup } from '../../lib/text/markup.js';
import { type MailText, mailTexts } from './texts.js';

/** A message to one address, as text and as simple HTML. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: Language;
}

/** The parts of a message. */
export interface MessageParts {
  readonly to: string;
  readonly language: Language;
  /** The name of the person, for the greeting. */
  readonly name?: string | undefined;
  readonly text: MailText;
  /** The values of `{…}` in the texts. */
  readonly values: Readonly<Record<string, string>>;
  /** Lines of a list after the paragraphs. */
  readonly items?: readonly string[];
  /** The note of an editor. */
  readonly note?: string | null;
  /** The address of the button. */
  readonly url?: string | undefined;
}

/** Longer subjects are cut by most programs anyway. */
const MAX_SUBJECT = 150;

/** Makes a message. Values are put into it as text: those of others cannot add markup or headers. */
export function messageOf(parts: MessageParts): Message {
  const { to, language, name, text, values, items = [], note, url } = parts;
  const texts = mailTexts[language];
  const fill = (template: string) => filled(template, { ...values, name: name ?? '' });
  const greeting = name === undefined ? [] : [fill(texts.greeting)];
  const paragraphs = [...greeting, ...text.paragraphs.map(fill)];
  const noteLines = note ? [fill(text.note ?? ''), note] : [];
  const button = text.link !== undefined && url !== undefined ? { label: fill(text.link), url } : undefined;
  const footer = fill(texts.footer);
  const plain = [
    ...paragraphs,
    ...(items.length > 0 ? [items.map((item) => `- ${item}`).join('\n')] : []),
    ...(noteLines.length > 0 ? [noteLines.join('\n')] : []),
    ...(button ? [`${button.label}\n${button.url}`] : []),
    `-- \n${footer}`,
  ];
  const html = [
    ...paragraphs.map(paragraph),
    ...(items.length > 0 ? [`<ul>${items.map((item) => `<li>${escapeMarkup(item)}</li>`).join('')}</ul>`] : []),
    ...(noteLines.length > 0
      ? [paragraph(noteLines[0]!), `<blockquote style="${QUOTE}">${lines(note!)}</blockquote>`]
      : []),
    ...(button
      ? [buttonOf(button), `<p style="${SMALL}">${escapeMarkup(texts.address)}<br>${escapeMarkup(button.url)}</p>`]
      : []),
    `<p style="${SMALL}">${escapeMarkup(footer)}</p>`,
  ];
  return {
    ...{ to, language, text: `${plain.join('\n\n')}\n` },
    subject: shortened(fill(text.subject)),
    html: `<!DOCTYPE html><html lang="${language}"><body style="${BODY}">${html.join('\n')}</body></html>`,
  };
}

const BODY = 'font-family: system-ui, sans-serif; font-size: 16px; line-height: 1.5; color: #1f2328; max-width: 36em';
const SMALL = 'font-size: 13px; color: #57606a';
const QUOTE = 'margin: 0 0 1em; padding: 0 0 0 1em; border-left: 3px solid #d0d7de';
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 6px; background: #0b6e6e; color: #ffffff; text-decoration: none';

const paragraph = (text: string) => `<p>${lines(text)}</p>`;
const lines = (text: string) => escapeMarkup(text).replaceAll('\n', '<br>');
const buttonOf = ({ label, url }: { readonly label: string; readonly url: string }) =>
  `<p><a href="${escapeMarkup(url)}" style="${BUTTON}">${escapeMarkup(label)}</a></p>`;

/** Names that are not known stay as they are. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : written,
  );
}

/** On one line. The no-break space before a colon stays. */
function shortened(subject: string): string {
  const line = subject.replaceAll(/[^\S\u00A0\u202F]+/g, ' ').trim();
  return line.length <= MAX_SUBJECT ? line : `${line.slice(0, MAX_SUBJECT - 1).trimEnd()}…`;
}
