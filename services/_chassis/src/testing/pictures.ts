import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** A real PNG of one grey shade, `padding` bytes larger when asked (in a text chunk), each call a new picture. */
export function png({ padding = 0 } = {}): Buffer<ArrayBuffer> {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const text = Buffer.concat([Buffer.from(`Comment\0${crypto.randomUUID()}`), Buffer.alloc(padding, 'x')])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('tEXt', text),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The head of a JPEG, enough to be told as one. */
export const jpeg = (): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(crypto.randomUUID()), Buffer.alloc(200)])

/** A page that calls itself a picture. */
export const disguisedHtml = (): Buffer<ArrayBuffer> => Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(600))
