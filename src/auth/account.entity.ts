import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { type Role } from '../http/calendar-request.js';

/** An account of a person or a program. */
@Entity('accounts')
@Index('UQ_accounts_name', ['name'], { unique: true })
export class Account {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 16 })
  role!: Role;

  @Column('datetime')
  createdAt!: Date;
}
