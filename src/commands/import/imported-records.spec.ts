import { Column } from 'typeorm';
import { Event, EventTranslation } from '../../calendar/events/event.entity.js';
import { UpdateEventDto } from '../../calendar/events/event.dto.js';
import { type EventWithRelations } from '../../calendar/events/relations/relations.js';
import { writableFieldsOf } from '../../http/validation/class-validator-errors.js';
import { digestsOf, fieldColumns, locallyChangedFields, withoutLocalChanges } from './imported-records.js';
import { FIELD_NAMES } from './sheets/columns.js';

class LargerEvent extends Event {
  @Column('boolean', { default: false })
  invented!: boolean;

  @Column('int', { nullable: true })
  seatCount!: number | null;
}

const COLUMNS = fieldColumns(LargerEvent);

function anEvent(fields: Partial<LargerEvent> = {}): EventWithRelations {
  const text = { recordId: 1, language: 'en', borrowed: false, name: 'Concert', slug: 'concert' };
  const own = { startWall: '2027-06-21 19:00:00', invented: false, seatCount: null, hidden: false, ...fields };
  const translations = [Object.assign(new EventTranslation(), text)];
  return Object.assign(new LargerEvent(), { recurrence: null, ownFields: null, ...own }, { related: {}, translations });
}

const changedIn = (event: EventWithRelations, stored = digestsOf(anEvent(), COLUMNS)) =>
  [...locallyChangedFields(event, stored, undefined, COLUMNS)].sort();

describe('what an import with --keep-local compares', () => {
  it('is every column of the entity, also one that no list names', () => {
    expect(changedIn(anEvent())).toEqual([]);
    expect(changedIn(anEvent({ invented: true, seatCount: 20, hidden: true }))).toEqual([
      ...['hide_from_listings', 'invented', 'seat_count'],
    ]);
  });

  it('includes columns that were added after the last import, whose value was the default', () => {
    const { invented: _invented, seat_count: _seats, ...before } = digestsOf(anEvent(), COLUMNS);
    expect(changedIn(anEvent(), before)).toEqual([]);
    expect(changedIn(anEvent({ invented: true }), before)).toEqual(['invented']);
  });

  it('is left out of what the import writes', () => {
    const changed = locallyChangedFields(
      anEvent({ invented: true }),
      digestsOf(anEvent(), COLUMNS),
      undefined,
      COLUMNS,
    );
    const { body, kept } = withoutLocalChanges({ invented: false, title: 'New' }, changed, 'en');
    expect([body, kept]).toEqual([{ title: 'New' }, ['invented']]);
  });

  it('has a digest for every field of events that tables import', () => {
    const compared = new Set(Object.keys(digestsOf(anEvent())).map((name) => name.replace('@en', '')));
    const together = ['start_date', 'end_date', 'timezone', 'all_day'];
    const body = writableFieldsOf(UpdateEventDto);
    const missing = FIELD_NAMES.filter((field) => body.has(field) && !compared.has(field) && !together.includes(field));
    expect(missing).toEqual([]);
  });
});
