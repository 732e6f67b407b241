/**
 * Generates src/generated/metadata.ts: the types and comments of the DTO classes, which Nest's Swagger module needs at
 * run time. The build and the tests load this file, so that both create the same OpenAPI document.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PluginMetadataGenerator } from '@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator.js';
import { ReadonlyVisitor } from '@nestjs/swagger/plugin';
import { inProject, root } from './lib/project.js';
import { say } from './lib/report.js';

const target = inProject('src', 'generated', 'metadata.ts');
const stub = '/* eslint-disable */\nexport default async () => ({});\n';

/** The TypeScript program with its files sorted by name, so that the output does not depend on the order of imports. */
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
  say('src/generated/metadata.ts was updated.');
}
