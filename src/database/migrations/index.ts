import { type MigrationInterface } from 'typeorm';
import { Calendar1790000000000 } from './1790000000000-calendar.js';

/** Every migration, oldest first. The number in the class name orders them. */
export const migrations: (new () => MigrationInterface)[] = [Calendar1790000000000];
