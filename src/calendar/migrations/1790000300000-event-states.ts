import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Whether events take place as announced, and how people take part. Those before are scheduled, and take place where they are. */
export class EventStates1790000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = columns(runner);
    await addColumn(runner, 'events', text('eventStatus', 16, { default: 'scheduled' }));
    await addColumn(runner, 'events', text('attendance', 8, { default: 'offline' }));
    await addColumn(runner, 'events', text('onlineUrl', 2048, { nullable: true }));
    await addColumn(runner, 'event_translations', text('statusReason', 255, { nullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'event_translations', 'statusReason');
    for (const column of ['onlineUrl', 'attendance', 'eventStatus']) await dropColumn(runner, 'events', column);
  }
}
