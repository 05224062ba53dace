/** A PNG of this size as far as its first bytes go. */
export function png(width: number, height: number, more = 0): Buffer {
  const head = Buffer.alloc(33 + more);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(head);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}
