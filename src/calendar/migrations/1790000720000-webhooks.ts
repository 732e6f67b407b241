import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** Webhooks, and what is or was delivered to them. */
export class Webhooks1790000720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, unsigned, text, asciiText, instant, flag } = columns(runner);
    await createTable(runner, {
      name: 'webhooks',
      columns: [
        id(),
        text('url', 2048),
        text('events', 1024),
        flag('isActive'),
        text('description', 255, { nullable: true }),
        asciiText('secret', 64),
        asciiText('formerSecrets', 1024),
        instant('failingSince', { nullable: true }),
        instant('switchedOffAt', { nullable: true }),
        instant('createdAt'),
      ],
    });
    await createTable(runner, {
      name: 'webhook_deliveries',
      columns: [
        id(),
        unsigned('webhookId'),
        asciiText('messageId', 40),
        asciiText('type', 64),
        asciiText('kind', 32),
        unsigned('recordId'),
        unsigned('revision', { nullable: true }),
        instant('createdAt'),
        instant('dueAt', { nullable: true }),
        asciiText('claim', 36, { nullable: true }),
        unsigned('attempts', { default: 0 }),
        asciiText('status', 16),
        instant('attemptedAt', { nullable: true }),
        unsigned('responseStatus', { nullable: true }),
        text('error', 255, { nullable: true }),
      ],
      indices: [
        { name: 'IX_webhook_deliveries_due', columnNames: ['webhookId', 'dueAt'] },
        { name: 'IX_webhook_deliveries_list', columnNames: ['webhookId', 'id'] },
        { name: 'UQ_webhook_deliveries_message', columnNames: ['messageId', 'webhookId'], isUnique: true },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_deliveries', 'webhooks']) await runner.dropTable(table, true);
  }
}
