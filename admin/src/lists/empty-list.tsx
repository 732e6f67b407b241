import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** A list without records says that nothing matches. */
export function EmptyList() {
  const t = useTranslate();
  return <Typography className="empty-list">{t('start.none')}</Typography>;
}
