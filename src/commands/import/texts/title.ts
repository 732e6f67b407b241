/** Elements that occur in titles which were copied from a page. */
const ELEMENTS =
  /^\/?(?:a|abbr|b|big|br|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|q|s|small|span|strike|strong|sub|sup|u|ul|wbr)[\s/]*$/i;

/** Whether the text between angle brackets can be a tag: a known element alone, attributes with values, a script, a style sheet or a comment. */
const isTag = (inside: string): boolean =>
  ELEMENTS.test(inside) || inside.includes('=') || /^(?:[!?]|\/?(?:script|style|svg|iframe)\b)/i.test(inside);

const OPEN = '(?:<|&lt;)';
const CLOSE = '(?:>|&gt;)';
const INSIDE = '((?:(?!&[lg]t;)[^<>])*)';
const DOUBLED = new RegExp(`${OPEN}${OPEN}${INSIDE}${CLOSE}${CLOSE}`, 'gi');
const SINGLE = new RegExp(`(${OPEN})${INSIDE}(${CLOSE})`, 'gi');

/**
 * A title of a source of plain text in which words between angle brackets are not taken for tags, as those of the API are:
 * `<<Le Cid>>` has guillemets, and `A<B et C>D` becomes `A< B et C>D`. Tags stay, and are removed as everywhere.
 */
export function plainTitle(text: string): string {
  return text
    .replace(DOUBLED, (all, inside: string) => (isTag(inside) ? all : `«\u00A0${inside.trim()}\u00A0»`))
    .replace(SINGLE, (all, open: string, inside: string, close: string) =>
      /^[\s\d]/.test(inside) || isTag(inside) ? all : `${open} ${inside}${close}`,
    );
}
