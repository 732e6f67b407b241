import { type LinkPreview } from '../../../calendar/images/link-previews.js';
import { type PerLanguage } from '../../../lib/i18n/language.js';

/** The metadata of a page, which search engines and other sites read. */
export interface PageMeta {
  readonly title: string;
  readonly description?: string;
  /** The public address of the page, or of another page with the same content. */
  readonly canonical?: string;
  /** The public addresses of the same content in each language that has it. */
  readonly alternates?: Partial<PerLanguage<string>>;
  readonly isHidden?: boolean;
  readonly type?: 'article' | 'website';
  readonly image?: LinkPreview;
  readonly jsonLd?: object;
}
