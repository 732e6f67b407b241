import { escapeUTF8 } from 'entities';

/** Characters that XML 1.0 forbids, even escaped (section 2.2). */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Escapes text for an element or attribute. */
export function xmlText(text: string): string {
  return escapeUTF8(text.replace(INVALID_XML_CHARACTERS, ''));
}

/** An element with text and attributes; '' without text. */
export function element(
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): string {
  return text === null || text === undefined ? '' : `<${name}${attributeText(attributes)}>${xmlText(text)}</${name}>`;
}

export function emptyElement(name: string, attributes: Readonly<Record<string, string>>): string {
  return `<${name}${attributeText(attributes)}/>`;
}

function attributeText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('');
}
