import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ConfigModule } from '../../lib/config/config.module.js';
import { loadSettings } from '../../lib/config/load-settings.js';
import { Field } from '../../http/validation/field.js';
import { errorsIn, validated } from '../../../test/support/validated.js';
import { decimal } from '../../http/validation/parsers.js';
import { addedFields, type Extension } from './extension.js';
import { Extensions, ExtensionsModule } from './extensions.js';

class RoomDto {
  @Field(decimal())
  width?: number;
}

class Height {
  @Field(decimal({ min: 0 }), { extension: 'heights' })
  height?: number | null;
}

class Colour {
  @Field(decimal(), { extension: 'colours' })
  colour?: number | null;
}

const inBoth = <T>(text: T) => ({ en: text, fr: text });

const heights: Extension = {
  name: 'heights',
  fields: [addedFields([RoomDto], Height, inBoth({ height: 'Height.' }))],
};

const colours: Extension = { name: 'colours', fields: [addedFields([RoomDto], Colour, inBoth({ colour: 'Colour.' }))] };

const errorsOf = async ({ names }: Extensions, body: object) =>
  Object.keys(await errorsIn(RoomDto, body, { extensions: names })).sort();

describe('extensions', () => {
  it('add fields, with their errors and hints', async () => {
    const dto = await validated(RoomDto, { width: 1, height: '2.5' }, 'body', ['heights']);
    expect(dto).toEqual({ width: 1, height: 2.5 });
    const wrong = { width: 'x', height: -1, heigth: 2 };
    expect(await errorsOf(new Extensions([heights]), wrong)).toEqual(['height', 'heigth', 'width']);
  });

  it('add nothing to each other, nor to a service in which they are disabled', async () => {
    const body = { width: 1, height: 1, colour: 1 };
    expect(await errorsOf(new Extensions([heights, colours]), body)).toEqual([]);
    expect(await errorsOf(new Extensions([heights]), body)).toEqual(['colour']);
    expect(await errorsOf(new Extensions([colours]), body)).toEqual(['height']);
    expect(await errorsOf(new Extensions([]), body)).toEqual(['colour', 'height']);
  });

  it('are enabled by the setting; unknown names are logged', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const on = async (names: string) => {
      const settings = loadSettings({ EXTENSIONS: names });
      const imports = [ConfigModule.for(settings), ExtensionsModule.of([heights, colours])];
      const module = await Test.createTestingModule({ imports }).compile();
      return module.get(Extensions).names;
    };
    expect(await on('colours')).toEqual(['colours']);
    expect(await on('')).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
    expect(await on('heights,depths')).toEqual(['heights']);
    expect(warn).toHaveBeenCalledWith('EXTENSIONS names what this service does not have: depths');
    warn.mockRestore();
  });
});
