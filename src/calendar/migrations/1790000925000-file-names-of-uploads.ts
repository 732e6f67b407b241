import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Adds the name under which each account has uploaded a file. Until now, all saw the name that the first one had sent. */
export class FileNamesOfUploads1790000925000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'image_uploads', columns(runner).text('fileName', 255, { nullable: true }));
    // The first upload has the same time as its image.
    await runner.query(
      'UPDATE image_uploads SET fileName = (SELECT images.fileName FROM images WHERE images.id = image_uploads.imageId ' +
        'AND images.createdAt = image_uploads.createdAt)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'image_uploads', 'fileName');
  }
}
