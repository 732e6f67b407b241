import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { mayPublish } from '../rights';
import { useRecordForm } from './context';
import { draftLinks, mayPublishLinks } from './draft-links';

/** Says which linked records of a field are not published, and whether publishing the event publishes them. */
export function LinksHint({ field }: { readonly field: string }) {
  const t = useTranslate();
  const { record, me, before } = useRecordForm();
  const ids = useWatch({ name: field }) as number[] | null;
  const { data: names = [] } = useQuery({
    queryKey: ['draftLinks', field, ids],
    queryFn: async () => [...(await draftLinks({ [field]: ids })).values()],
    enabled: mayPublish(me) && (ids ?? []).length > 0,
  });
  if (names.length === 0) return null;
  // Saving a public event publishes drafts only where its links have changed.
  const isKept = ['publish', 'future'].includes(record?.status ?? '') && String(before[field]) === String(ids);
  const text = mayPublishLinks(me) && !isKept ? 'form.draftLinks' : 'form.draftLinksStay';
  return (
    <Typography color="text.secondary">{t(text, { names: names.join(', '), smart_count: names.length })}</Typography>
  );
}
