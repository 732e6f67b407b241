import { type ArgumentsHost, Catch, type ExceptionFilter, ServiceUnavailableException } from '@nestjs/common';
import { type Response } from 'express';

/** Responds to a failed check with the result of Terminus, which is more useful to a monitor than the error body of the API. */
@Catch(ServiceUnavailableException)
export class NotReadyFilter implements ExceptionFilter<ServiceUnavailableException> {
  catch(exception: ServiceUnavailableException, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', 'no-store');
    response.status(exception.getStatus()).json(exception.getResponse());
  }
}
