import { useQuery } from '@tanstack/react-query';
import { AutocompleteArrayInput, useCreate } from 'react-admin';
import { type CalendarRecord } from '../api';
import { readAll } from '../data';
import { useLabels } from '../i18n';

interface Choice {
  readonly id: number;
  readonly name: string;
}

/** The categories as a tree that reads as a list: each below its parent, whose name stands before its own. */
export function useCategories(): Choice[] {
  const { data = [] } = useQuery({ queryKey: ['categories', 'tree'], queryFn: () => readAll('categories') });
  const pathOf = ({ parent, name }: CalendarRecord, depth = 0): string => {
    const above = depth < 20 ? data.find(({ id }) => id === parent) : undefined;
    return above ? `${pathOf(above, depth + 1)} › ${String(name)}` : String(name);
  };
  const choices = data.map((category) => ({ id: category.id, name: pathOf(category) }));
  return choices.sort((one, two) => one.name.localeCompare(two.name));
}

interface Props {
  readonly source?: string;
  readonly readOnly?: boolean;
  readonly mayCreate?: boolean;
}

/** Categories, found by their own names and those above them. */
export function CategoriesInput({ source = 'categories', readOnly, mayCreate = false }: Props) {
  const labels = useLabels();
  const [create] = useCreate<CalendarRecord>();
  const onCreate = (name?: string) => create('categories', { data: { name } }, { returnPromise: true });
  return (
    <AutocompleteArrayInput
      source={source}
      label={labels.field('categories')}
      choices={useCategories()}
      readOnly={readOnly}
      helperText={false}
      {...(mayCreate && { createItemLabel: 'action.create', onCreate })}
    />
  );
}
