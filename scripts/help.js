/** `npm run help`: lists the commands of operators. Those of developers are in CONTRIBUTING.md. */
const COMMANDS = {
  start: 'installs and builds what is missing, and serves the calendar',
  accounts: 'lists, renames, disables and enables accounts',
  keys: 'creates, lists and revokes keys',
  images: 'lists, checks and cleans up uploaded images',
  webhooks: 'adds, lists and removes webhooks',
  mail: 'tries whether mail can be sent',
  revisions: 'counts the former states of records, and removes old ones',
  import: 'imports events from The Events Calendar, spreadsheets, iCalendar or an export',
  export: 'writes the whole calendar to a file',
  copy: 'copies the whole calendar to another database',
  sample: 'fills an empty calendar with sample events',
};

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
console.log('Commands, each with `npm run <command> -- --help` (start: docs/configuration.md):\n');
for (const [name, does] of Object.entries(COMMANDS)) console.log(`  ${name.padEnd(width)}  ${does}`);
console.log('\nCONTRIBUTING.md has the commands of developers.');
