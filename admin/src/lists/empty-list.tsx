import { Button, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';

/** A list without records says that nothing matches, and offers the spelling that would find something. */
export function EmptyList() {
  const t = useTranslate();
  const { meta, filterValues, displayedFilters, setFilters } = useListContext();
  const search = (meta as { readonly suggestion?: string } | undefined)?.suggestion;
  return (
    <Typography className="empty-list" component="div">
      {t('start.none')}
      {search && (
        <div>
          <Button onClick={() => setFilters({ ...filterValues, search }, displayedFilters)}>
            {t('action.searchFor', { search })}
          </Button>
        </div>
      )}
    </Typography>
  );
}
