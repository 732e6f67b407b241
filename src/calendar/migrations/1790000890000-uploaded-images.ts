import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, createTable, dropColumn } from './builders/tables.js';

/** Adds what is known of uploaded images, and who uploaded them. */
export class UploadedImages1790000890000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, text, asciiText, instant } = columns(runner);
    await addColumn(runner, 'images', asciiText('token', 22, { nullable: true }));
    await addColumn(runner, 'images', text('fileName', 255, { nullable: true }));
    await addColumn(runner, 'images', instant('createdAt', { nullable: true }));
    await addColumn(runner, 'images', instant('unusedSince', { nullable: true }));
    await createTable(runner, {
      name: 'image_uploads',
      columns: [unsigned('imageId', { primary: true }), unsigned('accountId', { primary: true }), instant('createdAt')],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('image_uploads', true);
    for (const column of ['unusedSince', 'createdAt', 'fileName', 'token']) await dropColumn(runner, 'images', column);
  }
}
