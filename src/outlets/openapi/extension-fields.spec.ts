import { addedFields, type Extension } from '../../calendar/extension-api/extension.js';
import { Parameter } from '../../http/validation/field.js';
import { decimal } from '../../http/validation/parsers.js';
import { withExtensionFields } from './extension-fields.js';
import { type NestDocument } from './openapi-document.js';

class RoomDto {}

class RoomsQuery {
  @Parameter(decimal())
  width?: number;
}

class Height {
  height?: number;
}

const texts = { en: { height: 'In metres.' }, fr: { height: 'En mètres.' } };

const heights: Extension = { name: 'heights', fields: [addedFields([RoomDto, RoomsQuery], Height, texts)] };

const found = {
  paths: { '/rooms': { get: { parameters: [{ name: 'width', in: 'query' }] } } },
  components: {
    schemas: { Room: { type: 'object', properties: {} }, Height: { properties: { height: { type: 'number' } } } },
  },
} as unknown as NestDocument;

describe('fields of extensions', () => {
  it('are described in bodies, answers and lists by the texts that they are added with', () => {
    const { paths, components } = withExtensionFields(found, [heights]);
    expect(components.schemas.Room?.properties?.height).toMatchObject({
      description: 'In metres.',
      'x-extension': 'heights',
    });
    expect(paths['/rooms']?.get?.parameters).toContainEqual(
      expect.objectContaining({ name: 'height', description: 'In metres.' }),
    );
  });
});
