import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import './class-validator-errors.js';

type Class = new () => object;

/** All classes that the files of DTOs and queries export. */
async function dtoClasses(): Promise<Class[]> {
  const files = readdirSync(resolve('src'), { recursive: true, encoding: 'utf8' });
  const modules = await Promise.all(
    files
      .filter((file) => /\.(?:dto|query)\.ts$/.test(file))
      .map((file) => import(join(resolve('src'), file)) as Promise<Record<string, unknown>>),
  );
  const exported = modules.flatMap((module) => Object.values(module));
  return exported.filter((one): one is Class => typeof one === 'function' && one.prototype !== undefined);
}

it('the rules that are searched once are those that class-validator finds', async () => {
  const classes = await dtoClasses();
  expect(classes.length).toBeGreaterThan(50);
  const storage = getMetadataStorage();
  const original = (Object.getPrototypeOf(storage) as typeof storage).getTargetValidationMetadatas.bind(storage);
  expect(Object.hasOwn(storage, 'getTargetValidationMetadatas')).toBe(true);
  for (const one of classes) {
    for (const groups of [[], ['geoloc'], undefined]) {
      for (const [always, strictGroups] of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        const expected = original(one, '', always, strictGroups, groups);
        expect(storage.getTargetValidationMetadatas(one, '', always, strictGroups, groups)).toEqual(expected);
        expect(storage.getTargetValidationMetadatas(one, '', always, strictGroups, groups)).toEqual(expected);
      }
    }
  }
});
