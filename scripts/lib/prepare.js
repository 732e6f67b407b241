/** Brings node_modules/ and dist/ up to date; silent if they already are. */
import { build, isBuilt } from './build.js';
import { endWithChildren } from './child.js';
import { install, isInstalled } from './install.js';
import { locked } from './lock.js';

/** Installs when the lock file has changed since the last install. */
export async function prepareInstall() {
  if (isInstalled()) return;
  await alone(async () => {
    if (!isInstalled()) await install();
  });
}

/** Installs and builds what has changed since the last time. */
export async function prepareBuild() {
  if (isInstalled() && isBuilt()) return;
  await alone(async () => {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  });
}

/** Builds unconditionally. */
export async function rebuild() {
  await alone(async () => {
    if (!isInstalled()) await install();
    await build();
  });
}

async function alone(work) {
  const giveSignalsBack = endWithChildren();
  try {
    await locked(work);
  } finally {
    giveSignalsBack();
  }
}
