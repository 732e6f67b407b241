import { LinearProgress, useTranslate } from 'react-admin';

/** A bar while something is read, with a name for screen readers. */
export function LoadingBar() {
  const t = useTranslate();
  return <LinearProgress aria-label={t('ra.page.loading')} />;
}
