/** Imported first by every script: an old Node gets one clear sentence instead of a syntax error. */

const [major, minor] = process.versions.node.split('.').map(Number);
const supported =
  (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || (major === 24 && minor >= 11) || major > 24;

if (!supported) {
  console.error(
    `This project needs Node.js 20.19 or later, 22.13 or later, or 24.11 or later; this is ${process.versions.node}.`,
  );
  process.exit(1);
}
