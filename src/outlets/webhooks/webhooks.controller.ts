import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireRole } from '../../http/auth/access.decorators.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { RecordIdPipe } from '../../http/record-path.js';
import { LanguageBodyDto } from '../../http/language/language-body.dto.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { DeliveriesQuery } from './deliveries.query.js';
import { DeliveriesDto, DeliveryDto } from './delivery.dto.js';
import { CreateWebhookDto, UpdateWebhookDto, WebhookDto, WebhooksDto } from './webhook.dto.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @RequireRole('administrator')
  listWebhooks(@Query() _query: LanguageQuery, @Context() context: RequestContext): Promise<WebhooksDto> {
    return this.webhooks.list(context);
  }

  @Post()
  @RequireRole('administrator')
  createWebhook(
    @Body() body: CreateWebhookDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.create(body, context);
  }

  @Get(':id')
  @RequireRole('administrator')
  getWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.get(id, context);
  }

  @Patch(':id')
  @RequireRole('administrator')
  updateWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateWebhookDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.update(id, body, context);
  }

  @Delete(':id')
  @RequireRole('administrator')
  deleteWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<WebhookDto> {
    return this.webhooks.remove(id, context);
  }

  @Post(':id/test')
  @HttpCode(HttpStatus.OK)
  @RequireRole('administrator')
  testWebhook(
    @Param('id', RecordIdPipe) id: number,
    @Body() _body: LanguageBodyDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<DeliveryDto> {
    return this.webhooks.test(id, context);
  }

  @Get(':id/deliveries')
  @RequireRole('administrator')
  listDeliveries(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: DeliveriesQuery,
    @Context() context: RequestContext,
  ): Promise<DeliveriesDto> {
    return this.webhooks.deliveries(id, query, context);
  }
}
