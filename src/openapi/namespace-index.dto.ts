import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';

/** Text, a number, true or false, null, or a list. */
const anything: { oneOf: object[] } = {
  oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: {} }],
};

/** A link. */
export class LinkDto {
  /** Address that the link leads to. */
  @ApiProperty({ format: 'uri' })
  href!: string;
}

/** Links of a route. */
export class RouteLinksDto {
  /** The route itself. */
  @ApiProperty({ type: [LinkDto] })
  self!: LinkDto[];
}

/** Links of the index. */
export class IndexLinksDto {
  /** What the namespace is part of. */
  @ApiProperty({ type: [LinkDto] })
  up!: LinkDto[];

  /** The documentation of all this. */
  @ApiProperty({ type: [LinkDto] })
  help!: LinkDto[];
}

/** A parameter of a route: in its path, its query or its body. */
export class RouteArgumentDto {
  /** Type of the value, where it has only one. */
  @ApiProperty({ required: false, example: 'integer' })
  type?: string;

  /** Format of the value. */
  @ApiProperty({ required: false, example: 'uri' })
  format?: string;

  /** What the parameter does. */
  @ApiProperty({ required: false })
  description?: string;

  /** What holds where the parameter is not given. */
  @ApiProperty({ ...anything, required: false })
  default?: unknown;

  /** Whether the parameter must be given. */
  required!: boolean;

  /** The values that are allowed. */
  @ApiProperty({ type: 'array', items: anything, required: false })
  enum?: unknown[];

  /** What the members of a list are. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true })
  items?: object;

  /** The smallest number. */
  @ApiProperty({ type: 'number', required: false })
  minimum?: number;

  /** The largest number. */
  @ApiProperty({ type: 'number', required: false })
  maximum?: number;

  /** The greatest length of a text, in characters. */
  @ApiProperty({ type: 'integer', required: false })
  maxLength?: number;
}

/** Methods of a route that accept the same parameters. */
export class RouteEndpointDto {
  /** The methods. */
  @ApiProperty({ type: [String], example: ['GET'] })
  methods!: string[];

  /** The parameters by name. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: '#/components/schemas/RouteArgumentDto' } })
  args!: Record<string, RouteArgumentDto>;
}

/** A route of the namespace. */
@ApiExtraModels(RouteArgumentDto)
export class RouteDto {
  /** The namespace. */
  @ApiProperty({ example: 'cal/events/v1' })
  namespace!: string;

  /** All methods of the route. */
  @ApiProperty({ type: [String], example: ['GET', 'POST'] })
  methods!: string[];

  /** What the methods accept. */
  @ApiProperty({ type: [RouteEndpointDto] })
  endpoints!: RouteEndpointDto[];

  /** Links; absent where the address depends on a parameter. */
  @ApiProperty({ type: RouteLinksDto, required: false })
  _links?: RouteLinksDto;
}

/** The index of the namespace. */
@ApiExtraModels(RouteDto)
export class NamespaceIndexDto {
  /** The namespace. */
  @ApiProperty({ example: 'cal/events/v1' })
  namespace!: string;

  /** The routes by pattern. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: '#/components/schemas/RouteDto' } })
  routes!: Record<string, RouteDto>;

  /** Links. */
  @ApiProperty({ type: IndexLinksDto })
  _links!: IndexLinksDto;
}
