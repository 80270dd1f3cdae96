import { crc32, deflateSync } from 'node:zlib'
import { PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { BadFile } from '../inspect.ts'
import type { Pixels } from './decode-bmp.ts'

/** Returns the rows of pixels. Rows in the memory of WebAssembly may end with unused bytes. Without such bytes, nothing is copied. */
function rowsOf(data: Uint8Array, rowBytes: number, stride: number, height: number): Uint8Array {
  if (stride === rowBytes) return data.subarray(0, rowBytes * height)
  const rows = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, y * stride + rowBytes), y * rowBytes)
  return rows
}

/**
 * Decodes a HEIC picture, whose HEVC codec libvips lacks, and applies the rotation that the file requests. The pixels are valid only until
 * `read` has finished. Throws a `BadFile` if the picture is damaged.
 */
export async function decodeHeic<T>(input: Buffer, read: (pixels: Pixels) => Promise<T>): Promise<T> {
  const { default: loading } = await import('libheif-js/wasm-bundle.js')
  const libheif = await loading
  const context = libheif.heif_context_alloc()
  let handle: unknown
  let image: unknown
  try {
    libheif.heif_context_read_from_memory(context, input)
    handle = libheif.heif_js_context_get_primary_image_handle(context)
    const channels = libheif.heif_image_handle_has_alpha_channel(handle) ? 4 : 3
    const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma
    const decoded = libheif.heif_js_decode_image2(handle, libheif.heif_colorspace.heif_colorspace_RGB, channels === 4 ? rgba : rgb)
    image = decoded.image
    const [plane] = decoded.channels
    if (!plane) throw new BadFile(PICTURE_DAMAGED)
    const { width, height, stride } = plane
    return await read({ data: rowsOf(plane.data, width * channels, stride, height), width, height, channels })
  } finally {
    if (image) libheif.heif_image_release(image)
    if (handle) libheif.heif_image_handle_release(handle)
    libheif.heif_context_free(context)
  }
}

const PNG_HEADER_BYTES = 33

/** Returns a PNG with this color profile, for pixels that were decoded without their profile. */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), chunk, png.subarray(PNG_HEADER_BYTES)])
}
