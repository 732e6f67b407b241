// What stands in the environment of whoever runs the tests must not decide over them.
for (const name of [
  'DATABASE_URL',
  'ADMIN_KEY',
  'SITE_URL',
  'SITE_NAME',
  'SITE_NAME_FR',
  'SITE_TIMEZONE',
  'BASE_PATH',
  'EXTENSIONS',
  'WEB_CONCURRENCY',
])
  delete process.env[name];
