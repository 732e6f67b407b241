import { useState } from 'react';
import { useCreate } from 'react-admin';
import { type CalendarRecord } from '../api';
import { folded } from '../data';
import { isPublished, titleOf } from '../schema';
import { useRecordForm } from './context';
import { mayPublishLinks } from './draft-links';

/** How a name is compared: capitals, accents and blanks make no difference. */
export const comparable = (name: string) => folded(name).trim().replaceAll(/\s+/g, ' ');

/**
 * Creates a record that the form links. It is a draft as long as the form is one, and becomes public with it. What
 * somebody creates who may not publish waits for review.
 */
export function useCreateLinked(kind: string): (data: object) => Promise<unknown> {
  const { record, me } = useRecordForm();
  const [create] = useCreate<CalendarRecord>();
  const isPublic = record !== undefined && !['draft', 'pending'].includes(record.status ?? '');
  const more = isPublished(kind) && !isPublic && mayPublishLinks(me) ? { status: 'draft' } : {};
  return (data) => create(kind, { data: { ...data, ...more } }, { returnPromise: true });
}

/**
 * The properties of an input that creates what does not exist yet.
 * @param names of the records that exist, wherever they stand in a tree; these are found, and not created again
 */
export function useCreation(kind: string, names: readonly unknown[]) {
  const [typed, setTyped] = useState('');
  const create = useCreateLinked(kind);
  const isKnown = names.some((name) => typeof name === 'string' && comparable(name) === comparable(typed));
  const onCreate = (name?: string) => create({ [titleOf(kind)]: name });
  return {
    onInputChange: (_event: unknown, text: string) => setTyped(text),
    ...(!isKnown && { createItemLabel: 'action.create', onCreate }),
  };
}
