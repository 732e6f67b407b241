import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LinearProgress, useTranslate } from 'react-admin';
import { type CalendarRecord } from '../api';
import { currentKey, currentLanguage, site } from '../session';

/** The page of a record as its readers will see it, read with the key. Nothing in the frame can run or navigate. */
export default function Preview({
  record,
  onClose,
}: {
  readonly record: CalendarRecord;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const { data, isPending } = useQuery({
    queryKey: ['preview', record.url, record.modified],
    queryFn: () => readPage(record.url as string),
  });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="lg" aria-labelledby="preview">
      <DialogTitle id="preview">{t('preview.title')}</DialogTitle>
      <DialogContent className="preview">
        {isPending && <LinearProgress />}
        {data && <iframe title={t('preview.title')} sandbox="" srcDoc={data} />}
        {data === null && <Alert severity="info">{t('preview.none')}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The page of the record in this calendar; its own address may be that of a website, which a key must not be sent to. */
async function readPage(url: string): Promise<string | null> {
  const [kind = '', slug = ''] = new URL(url).pathname.split('/').slice(-2);
  const address = `${site}/${currentLanguage()}/${kind}/${slug}`;
  const headers = { Accept: 'text/html', Authorization: `Bearer ${currentKey()}` };
  const response = await fetch(address, { headers, redirect: 'manual' });
  if (!response.ok) return null;
  // The addresses in the page are relative to its own.
  return (await response.text()).replace(/<head[^>]*>/i, (head) => `${head}<base href="${address}">`);
}
