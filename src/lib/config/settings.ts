import { Env, integer, oneOf, onOff } from './env.js';
import { type PageUrls } from './page-urls.js';
import {
  claimValues,
  corsOrigins,
  cssFile,
  currency,
  databaseUrl,
  extensionNames,
  folderOrBucket,
  fontFamilies,
  hexColor,
  hostName,
  issuerOrNone,
  key,
  logLevels,
  mailboxOrNone,
  oneLine,
  oneLineOrNone,
  pageUrls,
  path,
  portOrOff,
  receivers,
  type RoleName,
  roleOrNone,
  rolesOfGroups,
  scopes,
  secretLine,
  siteUrl,
  smtpUrl,
  timeZone,
  trustProxy,
  webAddressOrNone,
  webOrigins,
  type LogLevel,
  type TrustProxy,
} from './setting-types.js';

/** Everything that can be configured. `loadSettings` reads it once, at the start. */
export class Settings {
  /** TCP port to listen on; 0 takes any free one. */
  @Env('PORT', integer(0, 65_535), '3000')
  port!: number;

  /** Address to listen on. By default only this machine can connect. In a container set 0.0.0.0 (the image does). */
  @Env('HOST', hostName, '127.0.0.1')
  host!: string;

  /** Number of processes that share the port, for example one per available core. They share one set of limits. */
  @Env('WEB_CONCURRENCY', integer(1, 64), '1')
  webConcurrency!: number;

  /**
   * Where the data is. SQLite: sqlite:<path>; the file and its folder are created. MariaDB or MySQL:
   * mysql://user:password@host:3306/database (mariadb:// means the same; the service asks the server which of the two it
   * is). Percent-encode special characters. Options: ?socket=/run/mysqld/mysqld.sock, ?ssl=on (or unverified). Put a proxy
   * in front of several servers (docs/scaling.md).
   */
  @Env('DATABASE_URL', { ...databaseUrl, isSecret: true }, 'sqlite:data/calendar.sqlite')
  databaseUrl!: string;

  /** Whether a start without DATABASE_URL fills an empty calendar with a sample of some 60 events. */
  @Env('SAMPLE', onOff, 'on')
  sample!: boolean;

  /** Connections to MariaDB or MySQL, per process. */
  @Env('DATABASE_POOL', integer(1, 500), '10')
  databasePool!: number;

  /** Milliseconds for the database work of a request, including waiting and retries. Then the response is 503. */
  @Env('DATABASE_TIMEOUT', integer(100, 60_000), '4000')
  databaseTimeout!: number;

  /**
   * Status of /health/ready while the database can be read but not written. On: 200, and the response reports
   * `degraded`. Off: 503, so that a load balancer uses other instances.
   */
  @Env('READY_READ_ONLY', onOff, 'on')
  readyReadOnly!: boolean;

  /** Key of the first administrator, created at the start where there is none yet. Print one: `npm run keys -- generate`. */
  @Env('ADMIN_KEY', { ...key, isSecret: true }, '')
  adminKey!: string;

  /** Whether people sign in with an address and a password. Off: only with keys, or through the organization. */
  @Env('PASSWORD_SIGN_IN', onOff, 'on')
  passwordSignIn!: boolean;

  /** Whom people ask who cannot sign in, such as an address or a telephone number. It is shown to everybody. */
  @Env('ADMIN_CONTACT', oneLineOrNone, '')
  adminContact!: string;

  /**
   * The server that sends mail: smtp://user:password@mail.example.org:587, or smtps:// for port 465. Percent-encode
   * special characters. With a user, TLS is required, except to this machine. Without SMTP_URL, no mail is sent, and
   * people pass on the links of invitations themselves.
   */
  @Env('SMTP_URL', { ...smtpUrl, isSecret: true }, '')
  smtpUrl!: string;

  /** The sender of mail, such as Town calendar <calendar@example.org>; needed with SMTP_URL. */
  @Env('MAIL_FROM', mailboxOrNone, '')
  mailFrom!: string;

  /**
   * The issuer of the organization's OpenID Connect provider, with whose accounts people sign in, such as
   * https://login.example.org/realms/town (docs/recipes/sign-in-with-your-organization.md). It needs ADMIN_PAGE=on.
   */
  @Env('OIDC_ISSUER', issuerOrNone, '')
  oidcIssuer!: string;

  /** The ID of this calendar at the provider. */
  @Env('OIDC_CLIENT_ID', oneLineOrNone, '')
  oidcClientId!: string;

  /** The secret of this calendar at the provider; empty for a public client. */
  @Env('OIDC_CLIENT_SECRET', { ...secretLine, isSecret: true }, '')
  oidcClientSecret!: string;

  /** The name of the provider, as it follows "Sign in with" on the button. */
  @Env('OIDC_NAME', oneLine, 'your organization')
  oidcName!: string;

  /** The name of the provider in French, as it follows « Se connecter avec »; OIDC_NAME where only that is set. */
  @Env('OIDC_NAME_FR', oneLine, 'votre organisation')
  oidcNameFr!: string;

  /** The scopes of a sign-in, separated by spaces: they decide which claims the provider sends. */
  @Env('OIDC_SCOPES', scopes, 'openid profile email')
  oidcScopes!: string;

  /** The claim with the groups of a person: a name or a dotted path, such as realm_access.roles. */
  @Env('OIDC_ROLE_CLAIM', oneLine, 'groups')
  oidcRoleClaim!: string;

  /**
   * The roles that groups give, such as administrator=it-web,editor=communications,editor=library; the highest one wins
   * at each sign-in. Case counts, except in the object IDs of Entra ID.
   */
  @Env('OIDC_ROLES', rolesOfGroups, '')
  oidcRoles!: [role: RoleName, group: string][];

  /** The role of new accounts whose groups give none; empty: they get no account. */
  @Env('OIDC_DEFAULT_ROLE', roleOrNone, '')
  oidcDefaultRole!: RoleName | '';

  /** Claims that must have a value, such as hd=town.example; needed where the issuer knows everybody (Google). */
  @Env('OIDC_REQUIRE', claimValues, '')
  oidcRequire!: [claim: string, value: string][];

  /** Public address of the site, with which every link in a response begins. Never taken from the Host header. */
  @Env('SITE_URL', siteUrl, 'http://localhost:${PORT}')
  siteUrl!: string;

  /**
   * Addresses of the public pages of records: templates with {site} (SITE_URL), {language}, {kind} (events, venues,
   * organizers, categories, tags), {slug} and {id}. Separate several templates by spaces. A template can be limited to
   * a language, a kind or both: fr.events={site}/evenements/{slug} events={site}/whats-on/{slug}
   * fr={site}/fr/{kind}/{slug}. The most specific one applies; a template without a prefix applies to all others.
   * fr.home={site}/accueil sets the home page of the site. By default it is the calendar of this service, or the host of
   * the template of events. The pages of this service redirect to those of a template.
   */
  @Env('PAGE_URLS', pageUrls, '')
  pageUrls!: PageUrls;

  /**
   * Whether this service has pages for visitors: the calendar at /en and /fr, and a page of each event, venue and
   * organizer. Off: only the page at /embed.
   */
  @Env('PAGES', onOff, 'on')
  pages!: boolean;

  /** Whether visitors may send events, which wait for a review: the form at /en/submit and /fr/proposer. Needs PAGES=on. */
  @Env('SUBMISSIONS', onOff, 'off')
  submissions!: boolean;

  /** Events that visitors may send within 24 hours, all together. */
  @Env('SUBMISSIONS_PER_DAY', integer(1, 10_000), '200')
  submissionsPerDay!: number;

  /** Days for which the name and the address of a sender are kept after the decision, of which they hear by mail. They are kept for a year at most. */
  @Env('SUBMISSIONS_KEEP_DAYS', integer(3, 365), '90')
  submissionsKeepDays!: number;

  /** Colour of links and buttons on the pages. It is made darker or lighter where it would be hard to read. */
  @Env('THEME_COLOR', hexColor, '#0b6e6e')
  themeColor!: string;

  /** Fonts of the pages, the preferred one first. THEME_CSS can load fonts of the own site by @font-face. */
  @Env('THEME_FONT', fontFamilies, 'system-ui, sans-serif')
  themeFont!: string;

  /** Address of a logo that the pages show before the name of the site. */
  @Env('THEME_LOGO', webAddressOrNone, '')
  themeLogo!: string;

  /** A CSS file that is added to the style of the pages; read at the start. */
  @Env('THEME_CSS', cssFile, '')
  themeCss!: string;

  /**
   * Where uploaded images are: a folder, by default `images` beside the SQLite file, else `data/images`; or
   * s3://<bucket>/<prefix>, with AWS_REGION and the usual AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile or
   * role of the machine.
   */
  @Env('IMAGES', folderOrBucket, '')
  images!: string;

  /** Address of a provider of S3 other than AWS, such as https://s3.example.org; only with an IMAGES of s3://. */
  @Env('IMAGES_S3_ENDPOINT', webAddressOrNone, '')
  imagesS3Endpoint!: string;

  /** Region of the bucket of IMAGES; if empty, that of the profile of AWS, or us-east-1 with IMAGES_S3_ENDPOINT. */
  @Env('AWS_REGION', oneLineOrNone, '')
  awsRegion!: string;

  /** Public address of uploaded images, such as that of a CDN in front of SITE_URL/images; empty for SITE_URL/images. */
  @Env('IMAGES_URL', webAddressOrNone, '')
  imagesUrl!: string;

  /** Largest file that may be uploaded, in MiB. */
  @Env('UPLOAD_MAX_MB', integer(1, 100), '10')
  uploadMaxMegabytes!: number;

  /** Whether the editor's page is served at /admin/. `npm start` builds it, after the service has started. */
  @Env('ADMIN_PAGE', onOff, 'on')
  adminPage!: boolean;

  /** Name of the site: the title of the pages and of the documentation. */
  @Env('SITE_NAME', oneLine, 'Calendar')
  siteName!: string;

  /** Name of the site in French; SITE_NAME where only that is set. */
  @Env('SITE_NAME_FR', oneLine, 'Calendrier')
  siteNameFr!: string;

  /** The line below the title of the calendar. */
  @Env('SITE_TAGLINE', oneLineOrNone, '')
  siteTagline!: string;

  /** The line below the title in French, if it differs. */
  @Env('SITE_TAGLINE_FR', oneLineOrNone, '${SITE_TAGLINE}')
  siteTaglineFr!: string;

  /** Default time zone: of events that name none, and of dates in filters. */
  @Env('SITE_TIMEZONE', timeZone, 'America/Toronto')
  siteTimezone!: string;

  /** Path in front of the language: /calendar turns /en/cal/events/v1 into /calendar/en/cal/events/v1. */
  @Env('BASE_PATH', path, '')
  basePath!: string;

  /** Default currency of costs (ISO 4217). */
  @Env('CURRENCY', currency, 'CAD')
  currency!: string;

  /** Largest per_page of a list. */
  @Env('MAX_PER_PAGE', integer(10, 1000), '100')
  maxPerPage!: number;

  /** Records of a feed (.ics, .rss, .csv, …) without per_page. At most FEED_MAX. */
  @Env('FEED_LIMIT', integer(1, 100_000), '1000')
  feedLimit!: number;

  /** Largest per_page of a feed. */
  @Env('FEED_MAX', integer(10, 100_000), '10000')
  feedMax!: number;

  /** Months ahead for which occurrences of series are stored, at most 750 per series. More are added as time passes. */
  @Env('SERIES_HORIZON', integer(1, 120), '24')
  seriesHorizon!: number;

  /**
   * Days for which the former states of records are kept, at least the last 50 of each record; 0 stores none. Those stored
   * before stay.
   */
  @Env('REVISIONS_DAYS', integer(0, 36_500), '365')
  revisionsDays!: number;

  /** Seconds for which browsers and proxies may cache public responses. */
  @Env('CACHE_MAX_AGE', integer(0, 86_400), '10')
  cacheMaxAge!: number;

  /** Megabytes of the response cache, per process; 0 turns it off. */
  @Env('CACHE_MB', integer(0, 4096), '32')
  cacheMegabytes!: number;

  /** Enabled extensions, separated by commas; empty for none. The log names unknown ones. */
  @Env('EXTENSIONS', extensionNames, 'geoloc')
  extensions!: string[];

  /** Origins whose pages may read the API from a browser, separated by commas; * for all, empty for none. */
  @Env('CORS_ORIGINS', corsOrigins, '*')
  corsOrigins!: '*' | string[];

  /** Origins whose pages may show the page at /embed in a frame, separated by commas; empty for none. */
  @Env('FRAME_ANCESTORS', webOrigins, '')
  frameAncestors!: string[];

  /**
   * Whether the client address is taken from X-Forwarded-For: 1 behind one proxy, or the addresses of the proxies,
   * separated by commas. Keep it off without a proxy: clients could forge their address and evade the limits.
   */
  @Env('TRUST_PROXY', trustProxy, 'off')
  trustProxy!: TrustProxy;

  /** Rate limits per client. If they are off, attempts at passwords and at signing in, and events that visitors send, are still limited. */
  @Env('RATE_LIMIT', onOff, 'on')
  rateLimit!: boolean;

  /** Maximum number of open connections, per process. Further connections are closed at once. */
  @Env('MAX_CONNECTIONS', integer(1, 100_000), '5000')
  maxConnections!: number;

  /**
   * Maximum number of open connections of one address (IPv6: one /64 network), per process. Further ones are closed at
   * once. Not applied with TRUST_PROXY, since all connections come from the proxy then, nor with RATE_LIMIT=off.
   */
  @Env('MAX_CONNECTIONS_PER_CLIENT', integer(1, 100_000), '100')
  maxConnectionsPerClient!: number;

  /** Maximum number of concurrent requests, per process; more get a 503. Health checks are not counted. */
  @Env('MAX_REQUESTS', integer(1, 100_000), '1000')
  maxRequests!: number;

  /**
   * Maximum number of concurrent requests of one address (IPv6: one /64 network), per process; more get a 429.
   * RATE_LIMIT=off turns it off. Behind a proxy, set TRUST_PROXY: otherwise all visitors have the address of the proxy.
   */
  @Env('MAX_REQUESTS_PER_CLIENT', integer(1, 100_000), '250')
  maxRequestsPerClient!: number;

  /**
   * Receivers of webhooks that may be in a private network and without https, as host or host:port, separated by commas.
   * Other webhooks need https and a public address.
   */
  @Env('WEBHOOK_ALLOW', receivers, '')
  webhookAllow!: string[];

  /**
   * Separate port for /metrics (Prometheus), where no key is needed; 0 takes any free one. If it is off, metrics are
   * only available at /metrics of the service, with an administrator key.
   */
  @Env('METRICS_PORT', portOrOff, 'off')
  metricsPort!: number | false;

  /** Address of METRICS_PORT. By default only this machine can connect. */
  @Env('METRICS_HOST', hostName, '127.0.0.1')
  metricsHost!: string;

  /** How much is logged. */
  @Env('LOG_LEVEL', oneOf(logLevels), 'info')
  logLevel!: LogLevel;
}
