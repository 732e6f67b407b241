/**
 * Generates src/generated/metadata.ts: the types and comments of the DTO classes, which the Swagger module reads at run time and which
 * TypeScript does not keep. The build and the tests load the same file, so both make the same OpenAPI document.
 */
import './lib/node-version.js';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PluginMetadataGenerator } from '@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator.js';
import { ReadonlyVisitor } from '@nestjs/swagger/plugin';
import { inProject, root } from './lib/project.js';
import { say } from './lib/say.js';

const target = inProject('src', 'generated', 'metadata.ts');
const stub = '/* eslint-disable */\nexport default async () => ({});\n';

/** The sources with the files in the order of their names: the output must not depend on who imports whom. */
function sortedProgram() {
  const program = ReadonlyVisitor.createTsProgram(inProject('tsconfig.build.json'));
  const files = [...program.getSourceFiles()].sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  return { ...program, getSourceFiles: () => files };
}

/** @returns {string} the text of src/generated/metadata.ts that fits the sources */
function generate() {
  const outputDir = mkdtempSync(join(tmpdir(), 'metadata-'));
  try {
    const visitor = new ReadonlyVisitor({
      introspectComments: true,
      classValidatorShim: false,
      dtoFileNameSuffix: ['.dto.ts', '.query.ts'],
      esmCompatible: true,
      pathToSource: inProject('src', 'generated'),
    });
    new PluginMetadataGenerator().generate({ visitors: [visitor], tsProgramRef: sortedProgram(), outputDir });
    return `${readFileSync(join(outputDir, 'metadata.ts'), 'utf8').trimEnd()}\n`;
  } finally {
    rmSync(outputDir, { recursive: true, force: true });
  }
}

if (!existsSync(target)) writeFileSync(target, stub);
const text = generate();
if (text.includes(root))
  throw new Error('src/generated/metadata.ts would name a path of this machine: give that property an explicit type.');
if (text !== readFileSync(target, 'utf8')) {
  writeFileSync(target, text);
  say('src/generated/metadata.ts has been written anew.');
}
