/** The least that an answer can cost by way of Nest and Express: bytes that are ready, sent by a handler with nothing around it. */
import 'reflect-metadata';
import { Controller, Get, Module, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ROOT } from '../load/requests.js';
import { serveBy } from './serve.js';

await serveBy(async ({ headers, body }) => {
  class Lists {
    list(response) {
      for (let place = 0; place < headers.length; place += 2) response.setHeader(headers[place], headers[place + 1]);
      response.send(body);
    }
  }
  const method = Object.getOwnPropertyDescriptor(Lists.prototype, 'list');
  Res()(Lists.prototype, 'list', 0);
  Get('events')(Lists.prototype, 'list', method);
  Controller(ROOT)(Lists);
  class Bare {}
  Module({ controllers: [Lists] })(Bare);
  const app = await NestFactory.create(Bare, { logger: false });
  return app.listen(0, '127.0.0.1');
});
