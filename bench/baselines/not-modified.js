/** The least that a 304 can cost. */
import { serve } from './serve.js';

await serve(({ headers }) => {
  const etag = headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1];
  return (request, response) => {
    response.writeHead(request.headers['if-none-match'] === etag ? 304 : 500, headers);
    response.end();
  };
});
