import {
  Controller,
  Get,
  UseFilters,
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  ServiceUnavailableException,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheck, type HealthCheckResult, HealthCheckService } from '@nestjs/terminus';
import { type Response } from 'express';
import { Public } from '../auth/access.decorators.js';
import { Unlimited } from '../http/limits/rate-limits.js';
import { Readiness } from './readiness.js';

/** Responds to a failed check with the result of Terminus, which is more useful to a monitor than the error body of the API. */
@Catch(ServiceUnavailableException)
export class NotReadyFilter implements ExceptionFilter<ServiceUnavailableException> {
  catch(exception: ServiceUnavailableException, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', 'no-store');
    response.status(exception.getStatus()).json(exception.getResponse());
  }
}

@ApiExcludeController()
@Controller('health')
@UseFilters(NotReadyFilter)
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly readiness: Readiness,
  ) {}

  /** Whether the process responds at all; if not, it should be restarted. */
  @Get('live')
  @Public()
  @Unlimited()
  @HealthCheck()
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** Whether requests should be sent here. */
  @Get('ready')
  @Public()
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.readiness.checkService(), () => this.readiness.checkDatabase()]);
  }
}
