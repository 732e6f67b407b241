/** Elements that the editor does not have, and the nearest element that the API keeps. */
const NEAREST: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' };

const BLOCKS = 'p, div, ul, ol, table, h2, h3, h4, blockquote, pre';

/** Converts HTML from the clipboard to the markup of the editor: paragraphs of Word become lists, rows of tables paragraphs. */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const [name, nearest] of Object.entries(NEAREST))
    for (const heading of body.querySelectorAll(name)) rename(heading, nearest);
  makeLists(body);
  // A table within another one comes after it.
  for (const table of [...body.querySelectorAll('table')].reverse())
    table.replaceWith(...[...table.rows].flatMap((row) => textOfRow(row)));
  return body.innerHTML;
}

function rename(element: Element, name: string): void {
  const renamed = document.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Word writes each item of a list as a paragraph that begins with its bullet or number. */
function makeLists(body: HTMLElement): void {
  const lists = new Set<Element | null>();
  for (const item of body.querySelectorAll<HTMLElement>('p, h2, h3, h4')) {
    const marker = item.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');
    if (!marker) continue;
    const name = /^\s*\w+[.)]/.test(marker.textContent) ? 'OL' : 'UL';
    marker.remove();
    const before = item.previousElementSibling;
    const list = before && lists.has(before) && before.tagName === name ? before : document.createElement(name);
    if (list !== before) item.before(list);
    lists.add(list);
    list.append(item);
    rename(item, 'li');
  }
}

/** The cells of a row in one paragraph, separated by spaces; cells with several paragraphs keep them. */
function textOfRow({ cells }: HTMLTableRowElement): Node[] {
  for (const { children } of cells) if (children.length === 1 && children[0]?.matches('p')) unwrap(children[0]);
  if ([...cells].some((cell) => cell.querySelector(BLOCKS))) return [...cells].flatMap((cell) => [...cell.childNodes]);
  const paragraph = document.createElement('p');
  for (const cell of cells) paragraph.append(...cell.childNodes, ' ');
  return [paragraph];
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);
