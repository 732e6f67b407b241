import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type TranslationState } from '../../calendar/records/translations/translation.js';
import { whereEditable } from '../../calendar/records/visibility/visible.js';
import { selectNamedInWorker } from '../../database/sql/statements.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Caller, isEditor } from '../../http/role.js';
import { Database } from '../../database/database.js';
import { type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { resources } from '../../calendar/resources.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { Site } from '../../http/urls/site.js';
import { type TranslationCountDto, type TranslationCountsDto } from './translations.dto.js';

interface Count {
  readonly language: Language;
  readonly state: TranslationState;
  readonly number: number | string;
}

/** Counts the records in each state of translation. */
@Injectable()
export class TranslationsService {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
  ) {}

  count(context: RequestContext): Promise<TranslationCountsDto> {
    return this.database.read(async (manager) => {
      const translations: TranslationCountDto[] = [];
      for (const resource of resources) translations.push(...(await countResource(manager, resource, context.caller)));
      return { translations, rest_url: `${this.site.urls.root(context.root)}/${NAMESPACE}/translations` };
    });
  }
}

async function countResource(
  manager: EntityManager,
  resource: ResourceDefinition,
  caller: Caller,
): Promise<TranslationCountDto[]> {
  // Terms have no author, and only editors may change them.
  const counts = resource.isPublished || isEditor(caller) ? await countStates(manager, resource, caller) : [];
  return LANGUAGES.map((language) => {
    const line = { kind: resource.names.plural, language, current: 0, partial: 0, outdated: 0, missing: 0 };
    for (const { state, number } of counts.filter((count) => count.language === language))
      line[state === 'original' ? 'current' : state] += Number(number);
    return line;
  });
}

/** Counts the records that a caller may edit by state, without the trash. */
function countStates(manager: EntityManager, resource: ResourceDefinition, caller: Caller): Promise<Count[]> {
  const rows = SelectBuilder.of(manager, resource.entity, 'record');
  rows.join(resource.translation, 'text', 'text.recordId = record.id');
  if (resource.isPublished) whereEditable(rows, caller).andWhere("record.status <> 'trash'");
  const columns = ['text.language AS language', 'text.state AS state', 'COUNT(*) AS number'];
  const { sql, parameters } = rows.sql({ columns });
  return selectNamedInWorker<Count>(manager, { sql: `${sql} GROUP BY text.language, text.state`, parameters });
}
