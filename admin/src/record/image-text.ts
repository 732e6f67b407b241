import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type Me, type Schemas, send } from '../api';
import { isContributor } from '../rights';
import { type Language } from '../session';

/** The alternative text that is kept with the picture of the form, which visitors get where the record has none of its own. */
export function useImageText(language: Language | undefined): string | null | undefined {
  const { permissions: me } = usePermissions<Me>();
  const image = useWatch({ name: 'image' }) as { id?: number } | null;
  const { data } = useQuery({
    queryKey: ['image-texts', image?.id],
    queryFn: async () => (await send<Schemas['ImageWithUses']>('GET', `/images/${image?.id}`)).data.alt,
    enabled: language !== undefined && image?.id !== undefined && me !== undefined && isContributor(me),
    retry: false,
  });
  return language && data?.[language];
}
