import { useNotify } from 'react-admin';
import { type LinksNote } from './draft-links';

/** Says which linked records were published with an event, or that visitors do not see them. */
export function useLinksNotice() {
  const notify = useNotify();
  return ({ text, names, isHidden }: LinksNote) =>
    notify(text, {
      type: isHidden ? 'warning' : 'info',
      messageArgs: { names: names.join(', '), smart_count: names.length },
      autoHideDuration: 10_000,
    });
}
