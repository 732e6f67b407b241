import { useGetList, useTranslate } from 'react-admin';
import { type Me } from '../api';
import { mayCreate } from '../rights';
import { LinkItem, ListCard } from './list-card';

const STEPS = [
  { name: 'firstEvent', to: '/events/create', kind: 'events' },
  { name: 'firstVenue', to: '/venues/create', kind: 'venues' },
  { name: 'firstHelp', to: '/help', kind: undefined },
] as const;

/** Links to the first steps in a calendar without events, as far as the account may take them. */
export function FirstSteps({ me }: { readonly me: Me }) {
  const t = useTranslate();
  const { total } = useGetList('events', { pagination: { page: 1, perPage: 1 }, filter: {} });
  if (total !== 0) return null;
  return (
    <ListCard title={t('start.firstSteps')} none="start.none" isCounted={false}>
      {STEPS.filter(({ kind }) => kind === undefined || mayCreate(me, kind)).map(({ name, to }) => (
        <LinkItem key={name} to={to} primary={t(`start.${name}`)} secondary={t(`start.${name}Help`)} />
      ))}
    </ListCard>
  );
}
