import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { EnabledExtensions } from '../validation/request-validation.pipe.js';
import { type Extension } from './extension.js';
import { Extensions } from './extensions.js';

/** Provides `Extensions`, configured by the setting EXTENSIONS. */
@Global()
@Module({})
export class ExtensionsModule {
  static of(extensions: readonly Extension[]): DynamicModule {
    const useFactory = ({ extensions: names }: Settings) => {
      const unknown = names.filter((name) => !extensions.some((extension) => extension.name === name));
      if (unknown.length > 0)
        new Logger(ExtensionsModule.name).warn(
          `EXTENSIONS names what this service does not have: ${unknown.join(', ')}`,
        );
      const isOn = ({ name }: Extension) => names.includes(name);
      return new Extensions(
        extensions.filter(isOn),
        extensions.filter((extension) => !isOn(extension)),
      );
    };
    return {
      module: ExtensionsModule,
      providers: [
        { provide: Extensions, inject: [Settings], useFactory },
        { provide: EnabledExtensions, useExisting: Extensions },
      ],
      exports: [Extensions, EnabledExtensions],
    };
  }
}
