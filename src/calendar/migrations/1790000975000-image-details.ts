import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Adds the focal point of images, their alternative texts, whether they are kept, and whether they have a JPEG. */
export class ImageDetails1790000975000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { double, text, flag } = columns(runner);
    for (const name of ['focusX', 'focusY']) await addColumn(runner, 'images', double(name, { nullable: true }));
    for (const name of ['altEn', 'altFr']) await addColumn(runner, 'images', text(name, 255, { nullable: true }));
    for (const name of ['kept', 'hasJpeg']) await addColumn(runner, 'images', flag(name, { default: false }));
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = ['hasJpeg', 'kept', 'altFr', 'altEn', 'focusY', 'focusX'];
    for (const name of names) await dropColumn(runner, 'images', name);
  }
}
