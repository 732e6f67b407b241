/** A bare Nest handler: sends the bytes from standard input, and prints its port. */
import 'reflect-metadata';
import { buffer } from 'node:stream/consumers';
import { Controller, Get, Module, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ROOT } from './service.js';

const body = await buffer(process.stdin);

class Lists {
  list(response) {
    response.type('application/json').send(body);
  }
}
Res()(Lists.prototype, 'list', 0);
Get('events')(Lists.prototype, 'list', Object.getOwnPropertyDescriptor(Lists.prototype, 'list'));
Controller(ROOT)(Lists);

class Bare {}
Module({ controllers: [Lists] })(Bare);

const app = await NestFactory.create(Bare, { logger: false });
const server = await app.listen(0, '127.0.0.1');
process.stdout.write(String(server.address().port));
