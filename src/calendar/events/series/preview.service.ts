import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { tableOf } from '../../../database/sql/table.js';
import { type RequestContext } from '../../../http/request-context.js';
import { Site } from '../../../http/urls/site.js';
import { FieldErrors } from '../../../lib/errors/field-error.js';
import { type Occurrence } from '../../../lib/recurrence/occurrences.js';
import { dateWithTime } from '../../../lib/recurrence/recurrence.js';
import { previewSeries, type SeriesPreview } from '../../../lib/recurrence/series-preview.js';
import { mayEdit } from '../../records/visibility/access.js';
import { Event } from '../event.entity.js';
import { schedule } from '../schedule/schedule.js';
import { type Schedule, seriesRule, timesOf } from '../schedule/stored-recurrence.js';
import { resolveRecurrence } from '../write/recurrence.js';
import {
  type PreviewedOccurrenceDto,
  type PreviewedOccurrencesDto,
  type PreviewOccurrencesDto,
} from './preview.dto.js';

/** Largest number of dates in a response. */
const SHOWN = 20;

/** Computes the dates that a series would have, with the functions that store it. */
@Injectable()
export class SeriesPreviews {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
  ) {}

  /** @throws {InvalidParameters} with the errors that creating the event would have */
  async preview(body: PreviewOccurrencesDto, context: RequestContext): Promise<PreviewedOccurrencesDto> {
    const errors = new FieldErrors();
    const scheduled = schedule(undefined, body, this.site.timezone, errors);
    const recurrence = resolveRecurrence(undefined, body, scheduled, this.site, context, errors);
    const { id } = body;
    const known =
      id === undefined ? new Set() : await this.database.read((manager) => datesOfSeries(manager, id, context, errors));
    errors.throwIfAny();
    const { times } = scheduled!;
    const now = new Date();
    const horizon = { now, months: this.site.seriesHorizon };
    const series = recurrence === null ? alone(times) : previewSeries(seriesRule({ ...times, recurrence }), horizon);
    const left = series.occurrences.filter(({ date, start }) => !known.has(date) && !known.has(dateWithTime(start)));
    const upcoming = left.filter((one) => timesOf(times, one).endUtc >= now).slice(0, SHOWN);
    const last = series.isComplete ? left.at(-1) : undefined;
    return {
      occurrences: upcoming.map((one) => present(times, one)),
      total: left.length,
      last_start_date: last ? timesOf(times, last).startWall : null,
      unused_exdates: series.unusedExdates,
    };
  }
}

function alone({ startWall, endWall }: Schedule): SeriesPreview {
  const date = { date: startWall.slice(0, 10), start: startWall, end: endWall };
  return { occurrences: [date], isComplete: true, unusedExdates: [] };
}

function present(schedule: Schedule, occurrence: Occurrence): PreviewedOccurrenceDto {
  const { startWall, endWall } = timesOf(schedule, occurrence);
  return { date: occurrence.date, start_date: startWall, end_date: endWall };
}

/** The dates by the rule of the series of an event, without those in the trash; none of a single event. */
async function datesOfSeries(
  manager: EntityManager,
  id: number,
  { caller }: RequestContext,
  errors: FieldErrors,
): Promise<ReadonlySet<string | null>> {
  const [event] = await tableOf(manager, Event).select(manager, { id });
  if (!event || !mayEdit(event, caller)) errors.add('id', (messages) => messages.unknownId([id]));
  if (!event || event.seriesId === null) return new Set();
  const columns = ['seriesDate', 'status'] as const;
  const dates = await tableOf(manager, Event).select(manager, { seriesId: event.seriesId }, { columns });
  return new Set(dates.filter(({ status }) => status !== 'trash').map(({ seriesDate }) => seriesDate));
}
