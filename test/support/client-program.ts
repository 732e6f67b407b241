import { join } from 'node:path';
import ts from 'typescript';

/** Compiles a program beside the typed client and returns the messages. @param types packages with global types */
export function diagnosticsOf(code: string, types: string[] = []): readonly ts.Diagnostic[] {
  const file = join(__dirname, '..', '..', 'client', 'program.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  };
  const disk = ts.createCompilerHost(options);
  const program = ts.createSourceFile(file, code, ts.ScriptTarget.ES2023);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === file || disk.fileExists(name),
    getSourceFile: (name, ...more) => (name === file ? program : disk.getSourceFile(name, ...more)),
  };
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
}
