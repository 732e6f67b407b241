import { ApiProperty } from '@nestjs/swagger';
import { LINKS } from './links.js';

/** Adds a field for each linked resource to the body of an event. */
export const LinkedBodies = (): ClassDecorator => (target) => {
  for (const { field, body } of LINKS) body(target.prototype as object, field);
};

/** Adds a field for each linked resource to the response with an event. */
export const LinkedResponses = (): ClassDecorator => (target) => {
  for (const { field, response, texts } of LINKS)
    ApiProperty({ type: [response], description: texts.en.answer })(target.prototype as object, field);
};

/** Adds the filters of each linked resource to the query of the list of events. */
export const LinkedParameters = (): ClassDecorator => (target) => {
  for (const { field, parameter, filters = [] } of LINKS) {
    parameter(target.prototype as object, field);
    for (const { name, parameter } of filters) parameter(target.prototype as object, name);
  }
};
