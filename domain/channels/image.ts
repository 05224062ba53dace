/** An image as far as its first bytes tell. */
export interface ImageFacts {
  contentType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads what an image is by its own bytes, whatever a server says of it; undefined for anything but a JPEG or PNG. */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG) && bytes.toString('latin1', 12, 16) === 'IHDR') {
    return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  return bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8 ? readJpeg(bytes) : undefined;
}

/** Walks a JPEG's segments to its frame header, the one that tells the size. */
function readJpeg(bytes: Buffer): ImageFacts | undefined {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { contentType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || marker === 0xda) return undefined;
    at += 2 + length;
  }
  return undefined;
}
