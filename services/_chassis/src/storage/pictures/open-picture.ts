import {
  AVIF_PIXELS_MAX,
  AVIF_TOO_LARGE,
  DRAWING_TEXT,
  HEIC_PIXELS_MAX,
  HEIC_TOO_LARGE,
  PICTURE_DAMAGED,
} from '@app/contracts/rules/files.ts'
import type { Metadata, Sharp } from 'sharp'
import { BadFile } from '../inspect.ts'
import { decodeBmp, isBmp } from './decode-bmp.ts'
import { decodeHeic, withProfile } from './decode-heic.ts'
import { checkDimensions } from './dimensions.ts'
import { hasAllBlocks } from './gif-blocks.ts'
import { open } from './library.ts'

const TEXT = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text x="2" y="16" font-size="16">M</text></svg>'

let drawsText: Promise<boolean> | undefined

async function drawTest(): Promise<boolean> {
  const { channels } = await open(Buffer.from(TEXT)).stats()
  return channels.some(({ max }) => max > 0)
}

/** Returns whether this system has fonts. Without fonts, the texts of SVG pictures would silently be missing. */
function canDrawText(): Promise<boolean> {
  drawsText ??= drawTest()
  return drawsText
}

/** Maximum width and height of a written picture. */
export const SIDE_MAX = 4_096
/** SVG pictures are often icons with a small nominal size. They are drawn with a width or height of at least this number of pixels. */
const DRAWING_SIDE_MIN = 1_200
const DRAWING_DPI = 72

export interface OpenedPicture {
  /** Opens the picture for one result. The result has all frames of an animation if `animated` is set, and the first frame otherwise. */
  open(animated?: boolean): Sharp
  format: Metadata['format'] | 'bmp'
  /** Dimensions of a frame, upright. */
  width: number
  height: number
  frames: number
  hasAlpha: boolean
  chromaSubsampling?: string
}

const endOfJpeg = Buffer.from([0xff, 0xd9])

/** Returns whether the end of a file is missing. The decoders also accept a file without its last bytes. */
function isCut(input: Buffer, format: Metadata['format']): boolean {
  if (format === 'gif') return !hasAllBlocks(input)
  if (format === 'jpeg') return !input.includes(endOfJpeg)
  return format === 'png' && !input.includes('IEND\xae\x42\x60\x82', 0, 'latin1')
}

async function openDrawing(input: Buffer, { width, height }: Metadata): Promise<OpenedPicture> {
  if ((input.includes('<text') || input.includes(':text')) && !(await canDrawText())) throw new BadFile(DRAWING_TEXT)
  const side = Math.max(width, height)
  const scale = Math.min(Math.max(side, DRAWING_SIDE_MIN), SIDE_MAX) / side
  const density = DRAWING_DPI * scale
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return { open: () => open(input, { density }), format: 'svg', ...size, frames: 1, hasAlpha: true }
}

async function openHeic(input: Buffer, { icc }: Metadata): Promise<OpenedPicture> {
  const { png, ...found } = await decodeHeic(input, async ({ data, width, height, channels }) => {
    const small = open(data, { raw: { width, height, channels } }).resize({
      width: SIDE_MAX,
      height: SIDE_MAX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    // Only a file format can contain a color profile, so the pixels become an uncompressed PNG.
    const { data: png, info } = await small.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true })
    return { png, width: info.width, height: info.height, hasAlpha: channels === 4 }
  })
  const profiled = icc ? withProfile(png, icc) : png
  return { ...found, open: () => open(profiled), format: 'heif', frames: 1 }
}

async function openHeif(input: Buffer, metadata: Metadata): Promise<OpenedPicture | undefined> {
  const { width, height, compression } = metadata
  if (compression === 'hevc' && width * height > HEIC_PIXELS_MAX) throw new BadFile(HEIC_TOO_LARGE)
  if (compression !== 'hevc' && width * height > AVIF_PIXELS_MAX) throw new BadFile(AVIF_TOO_LARGE)
  return compression === 'hevc' ? openHeic(input, metadata) : undefined
}

/** Reads the header of a picture. Throws a `BadFile` if the picture is damaged or too large. */
export async function openPicture(input: Buffer): Promise<OpenedPicture> {
  if (isBmp(input)) {
    const { data, width, height, channels } = decodeBmp(input)
    return { open: () => open(data, { raw: { width, height, channels } }), format: 'bmp', width, height, frames: 1, hasAlpha: false }
  }
  const metadata = await open(input).metadata()
  const { format, width, height, pages: frames = 1, hasAlpha, chromaSubsampling, autoOrient } = metadata
  if (format === 'svg') return openDrawing(input, metadata)
  checkDimensions(width, height)
  const isAnimated = (format === 'gif' || format === 'webp') && frames > 1
  if (isCut(input, format)) throw new BadFile(PICTURE_DAMAGED)
  const heic = format === 'heif' ? await openHeif(input, metadata) : undefined
  if (heic) return heic
  return {
    open: (animated = false) => (animated ? open(input, { animated }) : open(input).autoOrient()),
    format,
    ...(isAnimated ? { width, height } : autoOrient),
    frames: isAnimated ? frames : 1,
    hasAlpha,
    chromaSubsampling,
  }
}
