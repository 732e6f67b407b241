import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Urls } from '../../http/urls/urls.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { SharedImageDto } from '../records/images/image.dto.js';
import { Image } from '../records/images/image.entity.js';
import { type Content } from '../records/revisions/content.js';
import { flatTextsOf } from '../records/translations/text-changes.js';
import { type ResourceDefinition } from './definition.js';
import { linkedRecords } from './revision-links.js';

type Values = Readonly<Record<string, unknown>>;

/** The record of a revision as the caller may see it: the fields of a body, with the texts of both languages. */
export async function presentRevision(
  manager: EntityManager,
  resource: ResourceDefinition,
  content: Content,
  context: RequestContext,
  urls: Urls,
): Promise<Record<string, unknown>> {
  const { fields, texts } = content;
  const linked = await linkedRecords(manager, resource, content, context);
  const links = [...linked].map(([field, records]) => {
    const shown = records.map(({ id, name }) => ({ id, name }));
    return [field, Array.isArray(fields[field]) ? shown : (shown[0] ?? null)] as const;
  });
  const imageOf = await imagesOf(manager, content, urls);
  const translations = Object.entries(texts).map(([language, own]) => [language, withImage(own, imageOf)] as const);
  // Texts fall back to the other language, as in a response with the record.
  const shown: Values = texts[context.language] ?? texts[otherLanguage(context.language)] ?? {};
  const flatTexts = [...flatTextsOf(resource)].filter((name) => name in shown).map((name) => [name, shown[name]]);
  return {
    ...(Object.fromEntries(flatTexts) as Values),
    ...withImage(fields, imageOf),
    ...Object.fromEntries(links),
    translations: Object.fromEntries(translations),
  };
}

type ImageOf = (id: number) => object;

/** The images of a revision by their ids; of those that are deleted, only the ids. */
async function imagesOf(manager: EntityManager, { fields, texts }: Content, urls: Urls): Promise<ImageOf> {
  const ids = [fields, ...Object.values(texts)].flatMap(({ image }) => (typeof image === 'number' ? image : []));
  const images = new Map((await tableOf(manager, Image).select(manager, { id: ids })).map((one) => [one.id, one]));
  return (id) => {
    const image = images.get(id);
    return image ? SharedImageDto.of(image, urls) : { id, url: null };
  };
}

function withImage(values: Values, imageOf: ImageOf): Values {
  return typeof values.image === 'number' ? { ...values, image: imageOf(values.image) } : values;
}
