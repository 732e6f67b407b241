import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';

/** A text, a number, true or false, null, or a list. */
const anyValue: { oneOf: object[] } = {
  oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: {} }],
};

export class LinkDto {
  /** Target of the link. */
  @ApiProperty({ format: 'uri' })
  href!: string;
}

export class RouteLinksDto {
  /** The route itself. */
  self!: LinkDto[];
}

export class IndexLinksDto {
  /** The website that the API belongs to. */
  up!: LinkDto[];

  /** The documentation of the API. */
  help!: LinkDto[];
}

/** A parameter of a route: in its path, its query or its body. */
export class RouteArgumentDto {
  /** Type of the value, where it has only one. */
  @ApiProperty({ example: 'integer', required: false })
  type?: string;

  /** Format of the value. */
  @ApiProperty({ example: 'uri', required: false })
  format?: string;

  /** Description of the parameter. */
  description?: string;

  /** The value that applies where the parameter is not given. */
  @ApiProperty({ ...anyValue, required: false })
  default?: unknown;

  /** Whether the parameter must be given. */
  required!: boolean;

  /** The values that are allowed. */
  @ApiProperty({ type: 'array', items: anyValue, required: false })
  enum?: unknown[];

  /** The type of the members of a list. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true })
  items?: object;

  /** The smallest number. */
  minimum?: number;

  /** The largest number. */
  maximum?: number;

  /** The greatest length of a text, in characters. */
  @ApiProperty({ type: 'integer', required: false })
  maxLength?: number;
}

/** Methods of a route that accept the same parameters. */
export class RouteEndpointDto {
  /** The methods. */
  @ApiProperty({ example: ['GET'] })
  methods!: string[];

  /** The parameters by name. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: '#/components/schemas/RouteArgumentDto' } })
  args!: Record<string, RouteArgumentDto>;
}

@ApiExtraModels(RouteArgumentDto)
export class RouteDto {
  /** The namespace. */
  @ApiProperty({ example: 'cal/events/v1' })
  namespace!: string;

  /** All methods of the route. */
  @ApiProperty({ example: ['GET', 'POST'] })
  methods!: string[];

  /** The parameters that the methods accept. */
  endpoints!: RouteEndpointDto[];

  /** Links; absent where the address depends on a parameter. */
  _links?: RouteLinksDto;
}

@ApiExtraModels(RouteDto)
export class NamespaceIndexDto {
  /** The namespace. */
  @ApiProperty({ example: 'cal/events/v1' })
  namespace!: string;

  /** The routes by pattern. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: '#/components/schemas/RouteDto' } })
  routes!: Record<string, RouteDto>;

  /** Links. */
  _links!: IndexLinksDto;
}
