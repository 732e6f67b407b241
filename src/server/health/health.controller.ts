import { Controller, Get, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheck, type HealthCheckResult, HealthCheckService } from '@nestjs/terminus';
import { Public } from '../../http/auth/access.decorators.js';
import { Unlimited } from '../../http/rate-limits.js';
import { NotReadyFilter } from './not-ready.filter.js';
import { Readiness } from './readiness.js';

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
    return this.health.check([
      () => this.readiness.checkService(),
      () => this.readiness.checkDatabase(),
      () => this.readiness.checkImages(),
    ]);
  }
}
