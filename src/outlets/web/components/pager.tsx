import { type Language } from '../../../lib/i18n/language.js';
import { textsIn } from '../texts/texts.js';
import { Icon } from './icons.js';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly language: Language;
  readonly hrefOf: (page: number) => string;
}

/** The links to the pages before and after; nothing if there is only one. */
export function Pager({ page, pages, language, hrefOf }: PagerProps) {
  const texts = textsIn(language);
  if (pages < 2) return null;
  return (
    <nav class="pager" aria-label={texts.pages}>
      {page > 1 && (
        <a class="button quiet" href={hrefOf(page - 1)} rel="prev">
          <Icon name="left" />
          {texts.earlier}
        </a>
      )}
      <span>{texts.page(page, pages)}</span>
      {page < pages && (
        <a class="button quiet" href={hrefOf(page + 1)} rel="next">
          {texts.later}
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
