import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** A valid gray PNG. A text chunk makes it larger by `padding` bytes. Each call returns different bytes. */
export function png({ padding = 0, width = 1, height = 1 } = {}): Buffer<ArrayBuffer> {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
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

const segment = (code: number, data: Uint8Array): Buffer => Buffer.from([0xff, code, 0, data.length + 2, ...data])

const grayJpeg = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAAL' +
    'CAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
)

/** A valid gray JPEG. Each call returns different bytes. */
export const jpeg = (): Buffer<ArrayBuffer> =>
  Buffer.concat([grayJpeg.subarray(0, 2), segment(0xfe, Buffer.from(crypto.randomUUID())), grayJpeg.subarray(2)])

/** A JPEG with the segments of a picture, which cannot be decoded. */
export const undecodableJpeg = (): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd9]),
  ])

export function bmp({ width = 1, height = 1 } = {}): Buffer<ArrayBuffer> {
  const pixels = Buffer.alloc(Math.ceil((24 * width) / 32) * 4 * height)
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(header.length + pixels.length, 2)
  header.writeUInt32LE(header.length, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(-height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return Buffer.concat([header, pixels])
}

export const svg = (content = '<circle r="4"/>'): Buffer<ArrayBuffer> =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand --><svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 10 10">${content}</svg>\n`,
  )

export const disguisedHtml = (): Buffer<ArrayBuffer> => Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(600))
