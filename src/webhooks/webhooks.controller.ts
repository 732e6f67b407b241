import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs } from '../auth/access.decorators.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { Context } from '../http/context/context.decorator.js';
import { RecordIdPipe } from '../http/record-id.js';
import { LanguageQuery } from '../language/language.query.js';
import { DeliveriesQuery } from './deliveries.query.js';
import { DeliveriesDto, DeliveryDto } from './delivery.dto.js';
import { CreateWebhookDto, UpdateWebhookDto, WebhookDto, WebhooksDto } from './webhook.dto.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Needs('administrator')
  listWebhooks(@Query() _query: LanguageQuery, @Context() context: RequestContext): Promise<WebhooksDto> {
    return this.webhooks.list(context);
  }

  @Post()
  @Needs('administrator')
  createWebhook(
    @Body() body: CreateWebhookDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.create(body, context);
  }

  @Get(':id')
  @Needs('administrator')
  getWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.get(id, context);
  }

  @Patch(':id')
  @Needs('administrator')
  updateWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateWebhookDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.update(id, body, context);
  }

  @Delete(':id')
  @Needs('administrator')
  deleteWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.remove(id, context);
  }

  @Post(':id/test')
  @HttpCode(HttpStatus.OK)
  @Needs('administrator')
  testWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<DeliveryDto> {
    return this.webhooks.test(id, context);
  }

  @Get(':id/deliveries')
  @Needs('administrator')
  listDeliveries(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: DeliveriesQuery,
    @Context() context: RequestContext,
  ): Promise<DeliveriesDto> {
    return this.webhooks.deliveries(id, query, context);
  }
}
