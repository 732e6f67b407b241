import { type Language } from '../../../lib/i18n/language.js';
import { type CategoryDto } from '../../../calendar/categories/category.dto.js';
import { type CalendarLinks } from '../data/calendar-links.js';
import { textsIn } from '../texts/texts.js';
import { Icon } from './icons.js';

/** The address that suggests records, and the origin of the addresses of those on this site. */
export interface Suggestions {
  readonly address: string;
  readonly origin: string;
}

interface FiltersProps {
  readonly links: CalendarLinks;
  readonly language: Language;
  readonly categories: readonly CategoryDto[];
  /** The id of the category whose page this is. */
  readonly termId: number | undefined;
  /** The calendar of the site, which shows what the form chooses. */
  readonly action: string;
  /** Where records are suggested while one types. */
  readonly suggestions: Suggestions;
}

/** The search, the choice of a category, and links to frequent choices. They work without a script. */
export function Filters({ links, language, categories, termId, action, suggestions }: FiltersProps) {
  const texts = textsIn(language);
  const { search = '', categories: chosen = '', ...others } = links.given;
  // Several categories at once, or a name: what the page shows stays chosen when one searches in it.
  const isOther = chosen !== '' && !categories.some((term) => isChosen(term, chosen, termId));
  // Who begins to search leaves the month; a month that is asked for beside a search stays.
  const dropped = links.isFiltered ? ['page', 'lang'] : ['page', 'lang', 'view', 'month'];
  const hidden = Object.entries(others).filter(([name]) => !dropped.includes(name));
  return (
    <form
      class="filters"
      action={action}
      role="search"
      data-filters
      data-suggestions={suggestions.address}
      data-origin={suggestions.origin}
      data-kinds={JSON.stringify(texts.kinds)}
      data-label={texts.suggestions}
    >
      <div class="search">
        <label class="unseen" for="search">
          {texts.search}
        </label>
        <input id="search" type="search" name="search" value={search} placeholder={texts.search} />
        <button class="button" aria-label={texts.searchButton}>
          <Icon name="search" />
        </button>
      </div>
      <div class="choices">
        {categories.length > 0 && (
          <>
            <label class="unseen" for="category">
              {texts.category}
            </label>
            <select id="category" name="categories">
              <option value="">{texts.allCategories}</option>
              {isOther && (
                <option value={chosen} selected>
                  {namesOf(chosen, categories)}
                </option>
              )}
              {inTreeOrder(categories).map(({ term, depth }) => (
                <option value={term.slug} selected={isChosen(term, chosen, termId)} key={term.id}>
                  {`${'\u00A0\u00A0\u00A0'.repeat(depth)}${term.name}`}
                </option>
              ))}
            </select>
          </>
        )}
        <QuickChoices links={links} language={language} />
      </div>
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
    </form>
  );
}

function QuickChoices({ links, language }: Pick<FiltersProps, 'links' | 'language'>) {
  const texts = textsIn(language);
  const { from, to, price } = links.given;
  const spans = [
    ['today', texts.today],
    ['tomorrow', texts.tomorrow],
    ['this weekend', texts.thisWeekend],
  ] as const;
  return (
    <ul class="quick" aria-label={texts.quick}>
      {spans.map(([span, label]) => {
        const isOn = from === span && to === span;
        return <Choice isOn={isOn} href={isOn ? links.coming() : links.days(span)} label={label} key={span} />;
      })}
      <Choice
        isOn={price === 'free'}
        href={links.change({ price: price === 'free' ? undefined : 'free' })}
        label={texts.free}
      />
    </ul>
  );
}

function Choice({ isOn, href, label }: { readonly isOn: boolean; readonly href: string; readonly label: string }) {
  return (
    <li>
      <a href={href} aria-current={isOn ? 'true' : undefined} rel="nofollow">
        {label}
      </a>
    </li>
  );
}

/** Whether the value of the filter names the term: by its id, or by a slug of either language. */
function isChosen({ id, slug, alternates }: CategoryDto, chosen: string, termId: number | undefined): boolean {
  if (chosen === '') return id === termId;
  return [String(id), slug, ...alternates.map((one) => one.slug)].includes(chosen);
}

/** The names of several categories that the value of the filter has. */
function namesOf(chosen: string, categories: readonly CategoryDto[]): string {
  const nameOf = (value: string) => categories.find((term) => isChosen(term, value, undefined))?.name ?? value;
  return chosen
    .split(',')
    .map((value) => nameOf(value.trim()))
    .join(', ');
}

interface Branch {
  readonly term: CategoryDto;
  readonly depth: number;
}

/** Categories with their children after them. */
function inTreeOrder(categories: readonly CategoryDto[], parent = 0, depth = 0): Branch[] {
  const ids = new Set(categories.map(({ id }) => id));
  const isHere = (term: CategoryDto) => term.parent === parent || (parent === 0 && !ids.has(term.parent));
  return categories.filter(isHere).flatMap((term) => [{ term, depth }, ...inTreeOrder(categories, term.id, depth + 1)]);
}
