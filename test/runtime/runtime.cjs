/**
 * Jest's runtime of the tests. Jest loads every package and every module anew for each test file, in a realm of its own:
 * with some thousand modules that takes most of the time of a small file, and code in such a realm is slower. Here the
 * files that one worker runs share all modules but themselves, in the realm of the process.
 */
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

class SameRealmRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }
}

/** Loads and keeps what is shared. It is never torn down, so that packages may load parts of themselves later. */
let keeper;

const isShared = (path) => !/spec\.[jt]s$/.test(path);

module.exports = class SharingRuntime extends SameRealmRuntime {
  constructor(...given) {
    super(...given);
    keeper ??= new SameRealmRuntime(...given);
    this.transformCache.sourceMaps = keeper.transformCache.sourceMaps;
  }

  requireModuleOrMock(from, name) {
    const { _resolution: resolution } = this;
    const isOfAll =
      !resolution.isCoreModule(name) && name !== '@jest/globals' && isShared(resolution.resolveCjs(from, name));
    return isOfAll ? keeper.requireModuleOrMock(from, name) : super.requireModuleOrMock(from, name);
  }

  setMock(_from, name) {
    throw new Error(`All test files share ${name}: give what is tested another one instead of mocking the module.`);
  }
};
