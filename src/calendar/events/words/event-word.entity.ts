import { Entity, PrimaryColumn } from 'typeorm';

/** A word that occurs in a text of an event, or of a date of a series. It may be out of date: a search reads the texts. */
@Entity({ name: 'event_words', withoutRowid: true })
export class EventWord {
  @PrimaryColumn('int', { unsigned: true })
  wordId!: number;

  /** The series, or the event if it belongs to none, so that the dates of a series share their words. */
  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;
}
