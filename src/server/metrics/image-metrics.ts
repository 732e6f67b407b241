import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ImagesService } from '../../calendar/images/images.service.js';
import { Metrics } from './metrics.js';

/** Numbers of uploads, and their bytes. */
@Injectable()
export class ImageMetrics {
  constructor(metrics: Metrics, images: ImagesService) {
    const uploads =
      'Uploads of images by result: stored, repeated (the same bytes are there), refused (4xx), failed (5xx).';
    metrics.addResultCounter('calendar_image_uploads_total', uploads, () => ({ ...images.uploads }));
    const help = 'Bytes of the files that were uploaded and stored, as they were sent.';
    metrics.add(Counter, { name: 'calendar_image_upload_bytes_total', help }, () => [[{}, images.uploadedBytes]]);
  }
}
