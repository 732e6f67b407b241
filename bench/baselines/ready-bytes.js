/** The least that an answer can cost: bytes that are ready, with the headers that the service sends. */
import { serve } from './serve.js';

await serve(({ headers, body }) => (_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
