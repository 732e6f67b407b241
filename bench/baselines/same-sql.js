/** The least that an answer from the database can cost: the service's own statements, prepared, and their rows as JSON. */
import { mariaDbReader } from './mariadb-reader.js';
import { serve } from './serve.js';
import { sqliteReader } from './sqlite-reader.js';

await serve(async ({ databaseUrl, statements }) => {
  const read = databaseUrl.startsWith('sqlite:') ? sqliteReader(databaseUrl) : await mariaDbReader(databaseUrl);
  const answer = async (url, response) => {
    const body = Buffer.from(JSON.stringify(await read(statements.get(url))));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  };
  return ({ url }, response) => {
    answer(url, response).catch((error) => response.destroy(error));
  };
});
