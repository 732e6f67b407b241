import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../http/request-context.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { type FieldsQuery } from '../records/reading/record.query.js';
import { type Body, copiedBody, withCopied } from './copied-body.js';
import { ResourceServices } from './resource-services.js';
import { restorableContent } from './restorable-content.js';
import { withExactTexts } from './restored-body.js';
import { RevisionLog } from './revision-log.js';
import { type RecordBody } from './write.js';

/** Creates records like others. */
@Injectable()
export class CopiesService {
  constructor(
    private readonly services: ResourceServices,
    private readonly log: RevisionLog,
    private readonly validation: RequestValidationPipe,
  ) {}

  /**
   * Creates a record like another one, which the caller may read in full.
   * @param name the plural of the resource
   * @param given fields of the copy, which replace those of the other record
   */
  async duplicate(
    name: string,
    { id, given: body }: { readonly id: number; readonly given: RecordBody },
    query: FieldsQuery,
    context: RequestContext,
  ): Promise<object> {
    const service = this.services.of(name, 'edit');
    const { resource } = service;
    const given = await service.prepare(body, query);
    return service.createWith(query, context, async (manager) => {
      const record = await service.find(manager, { id }, context);
      service.assertReadable?.(record, { id }, context);
      await service.assertUnlocked?.(record, { id }, {}, context);
      const original = await service.withSeriesValues(manager, record);
      const content = this.log.contentOf(resource, original);
      const { restorable } = await restorableContent(manager, resource, content, context);
      const derived = service.derivedFields(record);
      const requested = requestedFields(context.rawBody, given);
      const copied = copiedBody(service.contentOfCopy?.(restorable, given, original) ?? restorable, requested, {
        nameField: resource.nameField,
        isCopied: (field) => !derived.includes(field),
        language: context.language,
      });
      const raw = withCopied(requested, copied);
      const exact = withExactTexts<RecordBody>(await this.validation.validate(resource.body, raw), copied);
      const made = service.bodyOfCopy?.(exact, given, original) ?? exact;
      return { body: made, context: { ...context, rawBody: raw } };
    });
  }
}

/**
 * The fields of a request that say something about the copy. An empty value of a field that cannot be emptied, such as the
 * time zone, says nothing.
 * @param parsed the validated body
 */
function requestedFields(raw: object = {}, { translation_language: _language, ...parsed }: RecordBody): Body {
  return Object.fromEntries(Object.entries(raw).filter(([name]) => Reflect.get(parsed, name) !== undefined));
}
