/** The least that an answer from the database can cost: the service's own statements, and then bytes that are ready. */
import { mariaDbReader } from './mariadb-reader.js';
import { serve } from './serve.js';
import { sqliteReader } from './sqlite-reader.js';

await serve(async ({ headers, body, databaseUrl, statements }) => {
  const read = databaseUrl.startsWith('sqlite:') ? sqliteReader(databaseUrl) : await mariaDbReader(databaseUrl);
  const answer = async (response) => {
    const results = await read(statements);
    response.writeHead(results.every(Array.isArray) ? 200 : 500, headers);
    response.end(body);
  };
  return (_request, response) => {
    answer(response).catch((error) => response.destroy(error));
  };
});
