import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { RequireRole } from '../../http/auth/access.decorators.js';
import { Unavailable } from '../../lib/errors/api-error.js';
import { Metrics } from './metrics.js';

/** The metrics for administrators. `MetricsServer` serves them without a key. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** @throws {Unavailable} if a worker does not respond */
  @Get()
  @RequireRole('administrator')
  @Header('Cache-Control', 'no-store')
  async show(@Res({ passthrough: true }) response: Response): Promise<string> {
    const text = await this.metrics.text().catch((error: unknown) => {
      throw Object.assign(new Unavailable(), { cause: error });
    });
    response.type(this.metrics.contentType);
    return text;
  }
}
