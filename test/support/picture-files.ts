import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Writes another size into the header of a picture. */
type Resize = (bytes: Buffer, width: number, height: number) => void;

const claims = {
  jpeg: (bytes, width, height) => {
    const at = frameOfJpeg(bytes);
    bytes.writeUInt16BE(height, at + 5);
    bytes.writeUInt16BE(width, at + 7);
  },
  png: (bytes, width, height) => {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  },
  webp: (bytes, width, height) => {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  },
  gif: (bytes, width, height) => {
    // Decoders believe the screen only if the frame fills it.
    const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
    for (const at of [6, frame + 5]) {
      bytes.writeUInt16LE(width, at);
      bytes.writeUInt16LE(height, at + 2);
    }
  },
  avif: (bytes, width, height) => {
    const at = bytes.indexOf('ispe');
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  },
} satisfies Record<string, Resize>;

export type Format = keyof typeof claims;

/** A small file whose header claims to be a large picture. */
export async function claiming(format: Format, width: number, height: number, isProgressiveCmyk = false) {
  const plain = sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } });
  const bytes = await (
    isProgressiveCmyk ? plain.toColourspace('cmyk').jpeg({ progressive: true }) : plain.toFormat(format)
  ).toBuffer();
  claims[format](bytes, width, height);
  return bytes;
}

/** Where the header of the frame begins: SOF0 or SOF2, after which its length and precision stand. */
function frameOfJpeg(bytes: Buffer): number {
  return Math.max(bytes.indexOf(Buffer.from([0xff, 0xc0])), bytes.indexOf(Buffer.from([0xff, 0xc2])));
}

/** A GIF with one frame again and again. */
export async function animation(side: number, frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
    .gif()
    .toBuffer();
  // The frames stand between the header and the trailer, and begin with the extension for their control.
  const begin = still.indexOf(Buffer.from([0x21, 0xf9]));
  const frame = still.subarray(begin, still.length - 1);
  return Buffer.concat([still.subarray(0, begin), ...Array<Buffer>(frames).fill(frame), still.subarray(-1)]);
}
