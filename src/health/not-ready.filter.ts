import { type ArgumentsHost, Catch, type ExceptionFilter, ServiceUnavailableException } from '@nestjs/common';
import { type Response } from 'express';

/** Answers a failed check with what Terminus found, which says more to a monitor than the error body of the interface. */
@Catch(ServiceUnavailableException)
export class NotReadyFilter implements ExceptionFilter<ServiceUnavailableException> {
  catch(exception: ServiceUnavailableException, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', 'no-store');
    response.status(exception.getStatus()).json(exception.getResponse());
  }
}
