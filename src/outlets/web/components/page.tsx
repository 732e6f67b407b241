import { type ComponentChildren } from 'preact';
import { type Language, LANGUAGES, otherLanguage } from '../../../lib/i18n/language.js';
import { type PageMeta } from '../data/page-meta.js';
import { type PageSite } from '../data/page-site.js';
import { textsIn } from '../texts/texts.js';
import { submitTextsIn } from '../texts/submit-texts.js';
import { Icon } from './icons.js';

export interface PageProps {
  readonly site: PageSite;
  readonly language: Language;
  readonly meta: PageMeta;
  /** The address of the same page in the other language, for visitors. */
  readonly other?: string;
  /** Where the feeds of the page are narrowed to the same events. */
  readonly feedFilters?: Readonly<Record<string, string>>;
  readonly isPreview?: boolean;
  /** Whether the page is in a frame of another site: it has no head and foot then. */
  readonly isFramed?: boolean;
  readonly children: ComponentChildren;
}

/** A whole page. */
export function Page(props: PageProps) {
  const { site, language, isPreview, isFramed, children } = props;
  const texts = textsIn(language);
  const ancestors = site.settings.frameAncestors.join(' ') || undefined;
  return (
    <html lang={language}>
      <Head {...props} />
      <body class={isFramed ? 'framed' : undefined} data-ancestors={isFramed ? ancestors : undefined}>
        {!isFramed && (
          <a class="skip" href="#content">
            {texts.skip}
          </a>
        )}
        {isPreview && (
          <p class="preview" role="status">
            {texts.preview}
          </p>
        )}
        {!isFramed && <Top {...props} />}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {isFramed ? <SubmitLink {...props} /> : <Foot {...props} />}
      </body>
    </html>
  );
}

function Head({ site, language, meta, feedFilters = {}, isPreview, isFramed }: PageProps) {
  const { assets, names, links } = site;
  const siteName = names[language];
  const title = meta.title === siteName ? siteName : `${meta.title} – ${siteName}`;
  const { alternates = {}, image } = meta;
  const isHidden = meta.isHidden || isPreview || isFramed;
  const preferred = alternates.en ?? alternates.fr;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {meta.description && <meta name="description" content={meta.description} />}
      {isHidden && <meta name="robots" content="noindex" />}
      {meta.canonical && <link rel="canonical" href={meta.canonical} />}
      {LANGUAGES.map((one) => alternates[one] && <link rel="alternate" hreflang={one} href={alternates[one]} />)}
      {preferred && <link rel="alternate" hreflang="x-default" href={preferred} />}
      <link rel="stylesheet" href={assets.style} />
      <link rel="icon" href={`${links.base}/favicon.ico`} />
      {FEEDS.map(({ suffix, type }) => (
        <link
          rel="alternate"
          type={type}
          title={siteName}
          href={links.api(language, `/events.${suffix}`, feedFilters)}
        />
      ))}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={meta.title} />
      <meta property="og:type" content={meta.type ?? 'website'} />
      <meta property="og:locale" content={language === 'fr' ? 'fr_CA' : 'en_CA'} />
      {meta.canonical && <meta property="og:url" content={meta.canonical} />}
      {meta.description && <meta property="og:description" content={meta.description} />}
      {image && <meta property="og:image" content={image.url} />}
      {image?.width && <meta property="og:image:width" content={String(image.width)} />}
      {image?.height && <meta property="og:image:height" content={String(image.height)} />}
      {image?.alt && <meta property="og:image:alt" content={image.alt} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {meta.jsonLd && <JsonLd value={meta.jsonLd} />}
      <script type="module" src={assets.script} />
    </head>
  );
}

const FEEDS = [
  { suffix: 'ics', type: 'text/calendar' },
  { suffix: 'rss', type: 'application/rss+xml' },
  { suffix: 'atom', type: 'application/atom+xml' },
  { suffix: 'jsonfeed', type: 'application/feed+json' },
] as const;

/** Data, not a script: `<` is escaped, so that no text can end the element. */
function JsonLd({ value }: { readonly value: object }) {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

function Top({ site, language, other }: PageProps) {
  const texts = textsIn(language);
  const tagline = site.taglines[language];
  const target = otherLanguage(language);
  const home = site.hasPages ? site.links.calendar(language) : undefined;
  return (
    <header class="top">
      <a class="brand" href={home}>
        {!site.logo && (
          <span class="mark">
            <Icon name="calendar" />
          </span>
        )}
        {site.logo && <img src={site.logo} alt="" height="40" referrerpolicy="no-referrer" />}
        <span class="name">
          <strong>{site.names[language]}</strong>
          {tagline && <small>{tagline}</small>}
        </span>
      </a>
      <SubmitLink site={site} language={language} />
      {site.hasPages && (
        <a
          class="language"
          href={other ?? site.links.calendar(target)}
          hreflang={target}
          lang={target}
          data-language={target}
          title={texts.languageSwitch}
        >
          {texts.otherLanguage}
        </a>
      )}
    </header>
  );
}

/** Leads to the form with which visitors send events; from a frame of another site in a new tab. */
function SubmitLink({ site, language, isFramed }: Pick<PageProps, 'site' | 'language' | 'isFramed'>) {
  if (!site.takesSubmissions) return null;
  return (
    <a class="offer" href={site.links.submit(language)} target={isFramed ? '_blank' : undefined}>
      {submitTextsIn(language).title}
    </a>
  );
}

function Foot({ site, language, feedFilters = {} }: PageProps) {
  const texts = textsIn(language);
  const { links } = site;
  const ics = links.absolute(links.api(language, '/events.ics', feedFilters));
  return (
    <footer class="foot">
      <nav aria-label={texts.footer}>
        <span>
          <Icon name="calendar" />
          {texts.subscribe} <a href={ics.replace(/^https?:/, 'webcal:')}>{texts.subscribeCalendar}</a>
          {' · '}
          <a href={links.api(language, '/events.rss', feedFilters)}>{texts.subscribeFeed}</a>
        </span>
        {site.takesSubmissions && <a href={links.submit(language)}>{submitTextsIn(language).title}</a>}
        <a href={links.api(language, '/doc')}>{texts.api}</a>
      </nav>
    </footer>
  );
}
