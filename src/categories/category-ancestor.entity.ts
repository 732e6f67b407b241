import { Entity, PrimaryColumn } from 'typeorm';

/**
 * A category and one above it, or itself: what counts for all that stand above a category is added up by these. Whoever
 * counts an event holds those of its categories until he is done, whoever moves a category holds all of them. No foreign
 * keys, since they would hold the categories as well; no index but the key, since who reads by it holds nothing else.
 */
@Entity({ name: 'category_ancestors', withoutRowid: true })
export class CategoryAncestor {
  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;

  @PrimaryColumn('int', { unsigned: true })
  ancestorId!: number;
}
