import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { type Caller } from '../../../http/role.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type PublishedRecord } from '../record/published-record.js';
import { formerNamesLike } from '../translations/former-names.js';
import { type Translation } from '../translations/translation.js';
import { WRITABLE_STATUSES } from '../visibility/access.js';
import { whereVisible } from '../visibility/visible.js';
import { asWritten, idsByName, type Notation } from './resolve-references.js';

interface NamedResource {
  readonly names: ResourceNames;
  readonly entity: new () => PublishedRecord;
  readonly translation: new () => Translation;
  /** The field that tells records with the same name apart. */
  readonly toldApartBy?: string;
}

/** The names and the place by which a body names a record. */
interface Wanted {
  readonly names: readonly string[];
  /** The value of the field that tells records with the same name apart; without one, every record of the name matches. */
  readonly place?: string | null | undefined;
}

/**
 * The record that a name means among those that the caller may read: one that has this name, else the one with which a
 * record of this name was merged.
 * @param notation how names are compared
 */
export async function findByName(
  manager: EntityManager,
  resource: NamedResource,
  wanted: Wanted,
  caller: Caller,
  notation: Notation = asWritten,
): Promise<number | undefined> {
  const [found] = await findAllByName(manager, resource, wanted, caller, notation);
  return found;
}

/** All records that a name may mean, the one that it means first. */
export async function findAllByName(
  manager: EntityManager,
  resource: NamedResource,
  wanted: Wanted,
  caller: Caller,
  notation: Notation = asWritten,
): Promise<number[]> {
  const { entity, translation, names: resourceNames } = resource;
  const isWantedPlace = (place: string | null | undefined) =>
    !wanted.place || (typeof place === 'string' && notation(place) === notation(wanted.place));
  const named = await idsByName(manager, entity, translation, wanted.names, caller, notation);
  const places = await readablePlaces(manager, resource, named, caller);
  const found = named.filter((id) => isWantedPlace(places.get(id)));
  if (found.length > 0) return found;
  const names = new Set(wanted.names.map(notation));
  const candidates = await formerNamesLike(manager, resourceNames, wanted.names);
  const former = candidates.filter(({ name }) => names.has(notation(name)));
  const survivors = await readablePlaces(
    manager,
    resource,
    former.map(({ recordId }) => recordId),
    caller,
  );
  const isMeant = ({ recordId, place }: (typeof former)[number]) =>
    survivors.has(recordId) && (isWantedPlace(place) || isWantedPlace(survivors.get(recordId)));
  return [...new Set(former.filter(isMeant).map(({ recordId }) => recordId))];
}

/** The records that the caller may read, with what tells those of one name apart. */
async function readablePlaces(
  manager: EntityManager,
  { entity, toldApartBy }: NamedResource,
  ids: readonly number[],
  caller: Caller,
): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = SelectBuilder.of(manager, entity, 'record').andWhere('record.id IN (:...ids)', { ids });
  const columns = ['record.id AS id', `${toldApartBy ? `record.${toldApartBy}` : 'NULL'} AS place`];
  const read = await whereVisible(rows, caller, WRITABLE_STATUSES).read<{ id: number; place: string | null }>({
    columns,
  });
  return new Map(read.map(({ id, place }) => [id, place]));
}
