import { type RecordState, groupBySeries } from './public-changes.js';

const state = (fields: Partial<RecordState>): RecordState => ({
  ...{ kind: 'events', id: 1, revision: 2, isShown: 1, wasShown: 1, isDeleted: 0 },
  ...{ seriesId: null, formerSeriesId: null, seriesRevision: null, isSeriesShown: null },
  ...fields,
});

const told = (...states: Partial<RecordState>[]) =>
  groupBySeries(states.map(state))
    .map(({ id, type }) => `${type} ${id}`)
    .sort();

describe('the public change of a write', () => {
  it.each([
    [{ wasShown: null }, ['published 1']],
    [{ wasShown: 0 }, ['published 1']],
    [{}, ['updated 1']],
    [{ isShown: 0 }, ['unpublished 1']],
    [{ isShown: 0, isDeleted: 1 }, ['deleted 1']],
    [{ isShown: 0, wasShown: 0 }, []],
    [{ isShown: 0, wasShown: 0, isDeleted: 1 }, []],
    [{ isShown: 0, wasShown: null }, []],
  ])('for %j is %j', (fields, expected) => {
    expect(told(fields)).toEqual(expected);
  });

  const occurrence = (id: number, fields: Partial<RecordState> = {}) => ({
    ...{ id, seriesId: 1, formerSeriesId: 1, isSeriesShown: 1, seriesRevision: 5, ...fields },
  });
  const series = { seriesId: 1, formerSeriesId: 1 };

  it('is one change of the series for all its occurrences', () => {
    expect(told(occurrence(2), occurrence(3))).toEqual(['updated 1']);
    expect(told(series, occurrence(2), occurrence(3))).toEqual(['updated 1']);
    expect(told(occurrence(2, { isShown: 0, isDeleted: 1 }))).toEqual(['updated 1']);
    expect(groupBySeries([state(occurrence(2))])[0]!.revision).toBe(5);
    const gone = { isShown: 0, isDeleted: 1, seriesId: null };
    expect(told({ ...series, ...gone }, occurrence(2, { ...gone, isSeriesShown: null }))).toEqual(['deleted 1']);
  });

  it('is that of the occurrence itself if its series is not public', () => {
    expect(told(occurrence(2, { wasShown: 0, isSeriesShown: 0 }))).toEqual(['published 2']);
  });

  it('reports a new representative of a series as published, and the former one as deleted', () => {
    expect(
      told(
        { ...series, isShown: 0, isDeleted: 1, seriesId: 2, isSeriesShown: 1 },
        { id: 2, seriesId: 2, formerSeriesId: 1, isSeriesShown: 1 },
        occurrence(3, { seriesId: 2 }),
      ),
    ).toEqual(['deleted 1', 'published 2']);
  });

  it('reports a former representative that is still one of the dates as updated', () => {
    expect(
      told({ ...series, seriesId: 2, isSeriesShown: 1 }, { id: 2, seriesId: 2, formerSeriesId: 1, isSeriesShown: 1 }),
    ).toEqual(['published 2', 'updated 1']);
  });
});
