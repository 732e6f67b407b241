import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { type Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { type Kind } from '../i18n/resource-names.js';
import { type Role } from '../http/context/role.js';

export const NEEDS = 'calendar:needs';

const KIND = 'calendar:kind';

/** Extension of the OpenAPI document, which the documentation turns into texts and security schemes. */
export const NEEDS_EXTENSION = 'x-needs';

/** Who may call a handler: a role, or everyone. */
export type Need = Role | 'nobody';

const needing = (need: Need) => applyDecorators(SetMetadata(NEEDS, need), ApiExtension(NEEDS_EXTENSION, need));

/** Allows callers without a key. */
export const Public = () => needing('nobody');

/** Requires this role or a higher one; the rights on the record are checked in addition. */
export const Needs = (role: Role) => needing(role);

/**
 * The resource that the handlers of a controller write. Keys that are limited to some resources cannot write through
 * controllers without it.
 */
export const OfKind = ({ many }: Kind) => SetMetadata(KIND, many);

/** Plural of the resource. */
export function kindOf(reflector: Reflector, execution: ExecutionContext): string | undefined {
  return reflector.get<string | undefined>(KIND, execution.getClass());
}

/** The required role of a handler. Handlers without a decorator are for administrators only. */
export function needOf(reflector: Reflector, execution: ExecutionContext): Need {
  return reflector.get<Need | undefined>(NEEDS, execution.getHandler()) ?? 'administrator';
}
