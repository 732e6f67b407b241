/** Whether the process serves the public (`NODE_ENV=production`, as `npm start` and the image have it), or somebody develops or tests. */
export const isProduction = process.env['NODE_ENV'] === 'production';
