import { useQuery } from '@tanstack/react-query';
import { AutocompleteArrayInput } from 'react-admin';
import { type CalendarRecord } from '../api';
import { folded, readAll } from '../data';
import { useLabels } from '../i18n';
import { currentLanguage, other } from '../session';
import { useCreation } from './creation';

interface Choice {
  readonly id: number;
  readonly name: string;
  /** Its path in the other language. */
  readonly otherName: string;
  /** Its own names in both languages. */
  readonly names: readonly unknown[];
}

/** The categories as a tree that reads as a list: each below its parent, whose name stands before its own. */
export function useCategories(): Choice[] {
  const language = other(currentLanguage());
  const filter = { translations: 'all', _fields: ['id', 'name', 'parent', `translations.${language}.name`] };
  const { data = [] } = useQuery({ queryKey: ['categories', 'tree'], queryFn: () => readAll('categories', filter) });
  const pathOf = (category: CalendarRecord, nameOf: (one: CalendarRecord) => unknown, depth = 0): string => {
    const above = depth < 20 ? data.find(({ id }) => id === category.parent) : undefined;
    const name = String(nameOf(category));
    return above ? `${pathOf(above, nameOf, depth + 1)} › ${name}` : name;
  };
  const choices = data.map((category) => ({
    id: category.id,
    name: pathOf(category, ({ name }) => name),
    otherName: pathOf(category, ({ name, translations }) => translations?.[language]?.name ?? name),
    names: [category.name, category.translations?.[language]?.name],
  }));
  return choices.sort((one, two) => one.name.localeCompare(two.name));
}

/** A choice is found by its name in either language, as records that the service searches are. */
const isFound = (search: string, { name, otherName }: Choice): boolean =>
  [name, otherName].some((text) => folded(text).includes(folded(search)));

interface Props {
  readonly source?: string;
  /** Its name in the menu of filters, which reads it from the element. */
  readonly label?: string;
  readonly readOnly?: boolean;
  readonly mayCreate?: boolean;
}

/** Categories, found by their own names and those above them. */
export function CategoriesInput({ source = 'categories', label, readOnly, mayCreate = false }: Props) {
  const labels = useLabels();
  const choices = useCategories();
  const names = choices.flatMap((choice) => choice.names);
  const creation = useCreation('categories', names);
  return (
    <AutocompleteArrayInput
      source={source}
      label={label ?? labels.field('categories')}
      choices={choices}
      matchSuggestion={isFound}
      readOnly={readOnly}
      helperText={false}
      {...(mayCreate && creation)}
    />
  );
}
