type Bytes = Buffer<ArrayBuffer>

/** Returns a box of an MP4 file. */
export function box(type: string, content: Uint8Array = Buffer.alloc(0)): Bytes {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** Returns the first box of an MP4 file, with these brands. The first argument is the main brand. */
export const fileType = (...[main = 'isom', ...others]: string[]): Bytes =>
  box('ftyp', Buffer.from(`${main}\0\0\u0002\0${others.join('')}`, 'latin1'))

/** Returns an MP4 file with a valid structure but without a playable video. Each call returns different bytes. */
export const mp4 = ({ padding = 0 } = {}): Bytes =>
  Buffer.concat([
    fileType('isom', 'isom', 'avc1', 'mp41'),
    box('free'),
    box('mdat', Buffer.concat([Buffer.from(crypto.randomUUID()), Buffer.alloc(padding)])),
    box('moov', box('mvhd', Buffer.alloc(100))),
  ])

/** Returns an element of a WebM file. The element's size field has four bytes. */
export function element(id: number, content: Uint8Array = Buffer.alloc(0)): Bytes {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + content.length)
  const hex = id.toString(16)
  return Buffer.concat([Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'), size, content])
}

export const ebml = { HEADER: 0x1a45dfa3, DOC_TYPE: 0x4282, SEGMENT: 0x18538067, INFO: 0x1549a966, TRACKS: 0x1654ae6b, CLUSTER: 0x1f43b675 }

export const webmHeader = (docType = 'webm'): Bytes => element(ebml.HEADER, element(ebml.DOC_TYPE, Buffer.from(docType)))

/** Returns a WebM file with a valid structure but without a playable video. Each call returns different bytes. */
export const webm = (): Bytes =>
  Buffer.concat([
    webmHeader(),
    element(
      ebml.SEGMENT,
      Buffer.concat([
        element(ebml.INFO, Buffer.from(crypto.randomUUID())),
        element(ebml.TRACKS, Buffer.alloc(20)),
        element(ebml.CLUSTER, Buffer.alloc(300)),
      ]),
    ),
  ])
