import { SetMetadata } from '@nestjs/common';

export const CACHED = 'calendar:cached';

/** The public reads of a controller depend on their address and on what is stored alone: their answers are kept. */
export const Cached = (): ClassDecorator => SetMetadata(CACHED, true);
