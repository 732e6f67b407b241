import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { type Role } from './role.js';

export const NEEDS = 'calendar:needs';

/** The same in the OpenAPI document, until the documentation has turned it into words and security schemes. */
export const NEEDS_EXTENSION = 'x-needs';

/** Whoever may enter a handler: a role, or everybody. */
export type Need = Role | 'nobody';

const needing = (need: Need) => applyDecorators(SetMetadata(NEEDS, need), ApiExtension(NEEDS_EXTENSION, need));

/** Open to callers without a key. */
export const Public = () => needing('nobody');

/** Open to accounts of this role and above; the record's own rights come on top. */
export const Needs = (role: Role) => needing(role);
