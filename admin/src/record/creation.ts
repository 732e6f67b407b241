import { useState } from 'react';
import { useCreate } from 'react-admin';
import { type CalendarRecord } from '../api';
import { folded } from '../data';
import { titleOf } from '../schema';

/** How a name is compared: capitals, accents and blanks make no difference. */
export const comparable = (name: string) => folded(name).trim().replaceAll(/\s+/g, ' ');

/**
 * The properties of an input that creates what does not exist yet.
 * @param names of the records that exist, wherever they stand in a tree; these are found, and not created again
 */
export function useCreation(kind: string, names: readonly unknown[]) {
  const [typed, setTyped] = useState('');
  const [create] = useCreate<CalendarRecord>();
  const isKnown = names.some((name) => typeof name === 'string' && comparable(name) === comparable(typed));
  const onCreate = (name?: string) => create(kind, { data: { [titleOf(kind)]: name } }, { returnPromise: true });
  return {
    onInputChange: (_event: unknown, text: string) => setTyped(text),
    ...(!isKnown && { createItemLabel: 'action.create', onCreate }),
  };
}
