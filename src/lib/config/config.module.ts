import { type DynamicModule, Global, Module } from '@nestjs/common';
import { loadSettings } from './load-settings.js';
import { Settings } from './settings.js';

/** Provides `Settings`. Tests override that provider, or import `ConfigModule.for(…)`. */
@Global()
@Module({ providers: [{ provide: Settings, useFactory: () => loadSettings() }], exports: [Settings] })
export class ConfigModule {
  static for(settings: Settings): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Settings, useValue: settings }] };
  }
}
