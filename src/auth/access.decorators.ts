import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { type Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { type Kind } from '../i18n/resource-names.js';
import { type Role } from '../http/context/role.js';

export const NEEDS = 'calendar:needs';

const KIND = 'calendar:kind';

/** The same in the OpenAPI document, until the documentation has turned it into words and security schemes. */
export const NEEDS_EXTENSION = 'x-needs';

/** Whoever may enter a handler: a role, or everybody. */
export type Need = Role | 'nobody';

const needing = (need: Need) => applyDecorators(SetMetadata(NEEDS, need), ApiExtension(NEEDS_EXTENSION, need));

/** Open to callers without a key. */
export const Public = () => needing('nobody');

/** Open to accounts of this role and above; the record's own rights come on top. */
export const Needs = (role: Role) => needing(role);

/**
 * The kind that the handlers of a controller write. Keys may be confined to some kinds: what says none is closed to
 * their writes.
 */
export const OfKind = ({ many }: Kind) => SetMetadata(KIND, many);

/** By its plural. */
export function kindOf(reflector: Reflector, execution: ExecutionContext): string | undefined {
  return reflector.get<string | undefined>(KIND, execution.getClass());
}

/** What a handler needs. Closed by default: one that says nothing is open to administrators only. */
export function needOf(reflector: Reflector, execution: ExecutionContext): Need {
  return reflector.get<Need | undefined>(NEEDS, execution.getHandler()) ?? 'administrator';
}
