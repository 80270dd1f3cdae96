import sharp, { type Sharp, type SharpOptions } from 'sharp'

/** Decoders of the accepted formats. The other decoders of libvips are blocked, so that no input of users can reach them. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`)

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })
// Two pictures may be decoded at the same time, each by a process with one thread. Each picture is decoded only once, so it needs no cache.
sharp.concurrency(1)
sharp.cache(false)

/** Opens a picture. Only picture processes import this module, because a hostile picture can need much time and memory. */
export const open = (input: Buffer | Uint8Array, options: SharpOptions = {}): Sharp =>
  sharp(input, { failOn: 'error', limitInputPixels: false, ...options })
