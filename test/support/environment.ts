import './error-realms.js';

// The environment of the developer must not decide the outcome of the tests.
for (const name of [
  'DATABASE_URL',
  'ADMIN_KEY',
  'SITE_URL',
  'SITE_NAME',
  'SITE_NAME_FR',
  'SITE_TIMEZONE',
  'BASE_PATH',
  'EXTENSIONS',
  'IMAGES',
  'IMAGES_URL',
  'UPLOAD_MAX_MB',
  'WEB_CONCURRENCY',
])
  delete process.env[name];

// The editor's page has tests of its own; no other test builds it.
process.env.ADMIN_PAGE = 'off';

// Jest sets 100. supertest writes a stack for each expectation of a response, which the source maps make expensive.
Error.stackTraceLimit = 15;
