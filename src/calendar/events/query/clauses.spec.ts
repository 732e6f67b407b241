import { openClause, openColumn, openSorts } from './clauses.js';

/** `npm run lint` and `tsc` check these; a missing error fails the compilation. */
describe('a clause that does not say that it is protected', () => {
  const wanted: boolean = Date.now() > 0;

  it('compiles for columns that every list shows', () => {
    expect(openClause(`event.featured = ${wanted ? 'TRUE' : 'FALSE'}`).isProtected).toBe(false);
    expect(openSorts({ title: 'shown.nameKey' })).toEqual({ title: 'shown.nameKey' });
    expect(openColumn('eventStatus').column).toBe('event.eventStatus');
  });

  it('does not compile for what a password hides', () => {
    const dynamic: string = 'event.price = 1';
    const refused = [
      // @ts-expect-error: a password hides the price.
      () => openClause('event.price = :price'),
      // @ts-expect-error: a password hides the description.
      () => openClause('shown.description IS NULL'),
      // @ts-expect-error: a password hides the relations.
      () => openClause(`event.id IN (SELECT relation.eventId FROM ${dynamic} relation)`),
      // @ts-expect-error: the column needs no table.
      () => openClause('website IS NOT NULL'),
      // @ts-expect-error: the column is quoted.
      () => openClause('event.`website` IS NOT NULL'),
      // @ts-expect-error: SQL ignores the case of names.
      () => openClause('event.WEBSITE IS NOT NULL'),
      // @ts-expect-error: the values of a series have its price.
      () => openClause("event.baseValues LIKE '%price%'"),
      // @ts-expect-error: the compiler does not know what a subquery reads.
      () => openClause('event.id IN (SELECT eventId FROM event_venues)'),
      // @ts-expect-error: the text that searches read has the description.
      () => openClause('LENGTH(found.text) > 100'),
      // @ts-expect-error: the compiler does not know this text.
      () => openClause(dynamic),
      // @ts-expect-error: an order by price would reveal it.
      () => openSorts({ price: 'event.price' }),
      // @ts-expect-error: so would one by the length of the description.
      () => openSorts({ length: 'LENGTH(found.text)' }),
      // @ts-expect-error: counts of images would reveal them.
      () => openColumn('imageId'),
    ];
    expect(refused).toHaveLength(13);
  });
});
