/* The labels of this page that Swagger UI does not have. */
globalThis.PAGE_LABELS = {
  example: 'Example:',
  default: 'Default:',
  addValue: 'Add a value',
  removeValue: 'Remove this value',
  keyMissing: 'Needs a key: none is given yet',
  keyGiven: 'Needs a key: one is given',
  guide: 'Guide: languages, dates, errors, keys, …',
  showErrors: 'Show error responses',
  hideErrors: 'Hide error responses',
};
