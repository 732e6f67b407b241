import { Inject } from '@nestjs/common';
import { type RequestContext } from '../../http/request-context.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { type ListQuery } from '../list/list.query.js';
import { type PagingDto } from '../../http/response/paging.dto.js';
import { pickFields, fieldsetOf } from '../records/reading/fieldset.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { type FieldsQuery } from '../records/reading/record.query.js';
import { type Content } from '../records/revisions/content.js';
import { type Body, copiedBody, withCopied } from './copied-body.js';
import { type RelatedRecord } from './event-relation.js';
import { type CopiedRecords, CopiedServices } from './registries.js';
import { type RecordBody } from './write.js';
import { restorableContent } from './restorable-content.js';
import { withExactTexts } from './restored-body.js';
import { RevisedService } from './revised.service.js';

/** Copies of the records of a resource. */
export abstract class CopiedService<
  E extends LoadedRecord & RelatedRecord,
  B extends RecordBody,
  D extends object,
  Q extends ListQuery,
  L extends PagingDto,
>
  extends RevisedService<E, B, D, Q, L>
  implements CopiedRecords
{
  @Inject() private readonly copiedServices!: CopiedServices;

  override onModuleInit(): void {
    super.onModuleInit();
    this.copiedServices.register(this.resource.names, this);
  }

  /**
   * Creates a record like another one, which the caller may read in full.
   * @param given fields of the copy, which replace those of the other record
   */
  duplicate(id: number, given: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const { resource } = this;
    const fields = fieldsetOf(query);
    return this.transactions.write(context, async (manager) => {
      const record = await this.find(manager, { id }, context);
      this.assertReadable?.(record, { id }, context);
      await this.assertUnlocked?.(record, { id }, {}, context);
      const original = await this.withSeriesValues(manager, record);
      const content = this.revisions.contentOf(resource, original);
      const { restorable } = await restorableContent(manager, resource, content, context);
      const derived = this.derivedFields(record);
      const requested = requestedFields(context.rawBody, given);
      const copied = copiedBody(this.contentOfCopy(restorable, given, original), requested, {
        nameField: resource.nameField,
        isCopied: (field) => !derived.includes(field),
        language: context.language,
      });
      const raw = withCopied(requested, copied);
      const validated = await new RequestValidationPipe(this.extensions).validate(resource.body, raw);
      const body = this.bodyOfCopy(withExactTexts(validated, copied) as B, given, original);
      const after = await this.insert(manager, body, { ...context, rawBody: raw });
      const copy = await this.complete(manager, { before: undefined, after }, query, context);
      const location = this.site.urls.record(context.language, resource.names, copy.id);
      context.response.headers.set('Location', location);
      return pickFields(this.presentSingle(copy, context, fields), fields);
    });
  }

  /** The content of a copy, where fields of the body change others, such as a new start. */
  protected contentOfCopy(content: Content, _given: B, _original: E): Content {
    return content;
  }

  /** The body of a copy, with what validation does not pass on, or texts do not say. */
  protected bodyOfCopy(body: B, _given: B, _original: E): B {
    return body;
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
