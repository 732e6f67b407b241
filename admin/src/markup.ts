/** HTML as the text that a person reads: paragraphs and items are lines. */
export function plainText(html: string): string {
  const lines = html.replaceAll(/<\/(?:p|li|h\d|tr|blockquote)>|<br\b[^>]*>/gi, '$&\n').replaceAll('</td>', ' ');
  return new DOMParser().parseFromString(lines, 'text/html').body.textContent.trim();
}
