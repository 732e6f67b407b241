import { useGetList, useTranslate } from 'react-admin';
import { LinkItem, ListCard } from './list-card';

const STEPS = [
  { name: 'firstEvent', to: '/events/create' },
  { name: 'firstVenue', to: '/venues/create' },
  { name: 'firstHelp', to: '/help' },
] as const;

/** What to do first in a calendar that has no events yet. */
export function FirstSteps() {
  const t = useTranslate();
  const { total } = useGetList('events', { pagination: { page: 1, perPage: 1 }, filter: {} });
  if (total !== 0) return null;
  return (
    <ListCard title={t('start.firstSteps')} none="start.none" isCounted={false}>
      {STEPS.map(({ name, to }) => (
        <LinkItem key={name} to={to} primary={t(`start.${name}`)} secondary={t(`start.${name}Help`)} />
      ))}
    </ListCard>
  );
}
