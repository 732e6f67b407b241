import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** What is shown where no record matches. */
export function EmptyList() {
  const t = useTranslate();
  return <Typography className="empty-list">{t('start.none')}</Typography>;
}
