import { ApiProperty } from '@nestjs/swagger';
import { LINKS } from './links.js';

/** Gives the body of an event a field for each kind that events are linked to. */
export const LinkedBodies = (): ClassDecorator => (target) => {
  for (const { field, body } of LINKS) body(target.prototype as object, field);
};

/** Gives the answer about an event a field for each kind that events are linked to. */
export const LinkedAnswers = (): ClassDecorator => (target) => {
  for (const { field, answer, texts } of LINKS)
    ApiProperty({ type: [answer], description: texts.en.answer })(target.prototype as object, field);
};

/** Gives the query of the list of events the filters of each kind that events are linked to. */
export const LinkedParameters = (): ClassDecorator => (target) => {
  for (const { field, parameter, filters = [] } of LINKS) {
    parameter(target.prototype as object, field);
    for (const { name, parameter } of filters) parameter(target.prototype as object, name);
  }
};
