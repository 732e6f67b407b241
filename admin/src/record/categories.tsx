import { useQuery } from '@tanstack/react-query';
import { AutocompleteArrayInput, AutocompleteInput, type AutocompleteInputProps } from 'react-admin';
import { type CalendarRecord } from '../api';
import { folded, readAll } from '../data';
import { useLabels } from '../i18n';
import { currentLanguage, other } from '../session';
import { inTree } from '../tree';
import { useCreation } from './creation';

interface Choice {
  readonly id: number;
  readonly parent: number;
  readonly name: string;
  /** Its path in the other language. */
  readonly otherName: string;
  /** Its own names in both languages. */
  readonly names: readonly unknown[];
}

const pathOf = (above: readonly string[], name: string) => [...above, name].join(' › ');

/** The categories as a tree that reads as a list: each below its parent, whose name stands before its own. */
export function useCategories(): Choice[] {
  const language = other(currentLanguage());
  const filter = { translations: 'all', _fields: ['id', 'name', 'parent', `translations.${language}.name`] };
  const { data = [] } = useQuery({ queryKey: ['categories', 'tree'], queryFn: () => readAll('categories', filter) });
  const otherNameOf = ({ name, translations }: CalendarRecord) => String(translations?.[language]?.name ?? name);
  const otherPaths = new Map(inTree(data, otherNameOf).map((one) => [one.id, pathOf(one.above, otherNameOf(one))]));
  return inTree(data).map((category) => ({
    id: category.id,
    parent: Number(category.parent),
    name: pathOf(category.above, String(category.name)),
    otherName: otherPaths.get(category.id) ?? '',
    names: [category.name, category.translations?.[language]?.name],
  }));
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

/** The category above another one: neither that itself nor one below it, which would lead to itself. */
export function ParentInput({ id, ...props }: Omit<AutocompleteInputProps, 'id'> & { readonly id?: number }) {
  const choices = useCategories();
  const below = new Set<number | undefined>([id]);
  // Parents come before their children.
  for (const choice of choices) if (below.has(choice.parent)) below.add(choice.id);
  return (
    <AutocompleteInput
      {...props}
      choices={choices.filter((choice) => !below.has(choice.id))}
      matchSuggestion={isFound}
      filterSelectedOptions={false}
      format={(value: number | null) => value || ''}
    />
  );
}
