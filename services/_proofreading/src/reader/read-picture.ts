import { open } from '@app/chassis/storage/pictures/library.ts'
import { type OpenedPicture, openPicture } from '@app/chassis/storage/pictures/open-picture.ts'
import type { Box, PictureTraits, Word } from '../types.ts'
import { hasLogo, type Logo } from './find-logo.ts'
import { type ColorPicture, luma, toGrey } from './grey-picture.ts'
import { lineContrasts } from './line-contrasts.ts'
import { mainColors } from './main-colors.ts'
import { HASHED_SIDE, pictureHash } from './picture-hash.ts'
import { type LineReading, type LineToRead, readLinesAgain } from './read-lines-again.ts'
import { readWords } from './read-words.ts'

/** A larger picture is read in a smaller copy. Designs for networks have about 1,080 × 1,350 pixels. */
const READ_PIXELS_MAX = 1_600_000
/** The letters of a smaller picture are enlarged for the recognition. */
const READ_SIDE_MIN = 800
const ENLARGED_MAX = 2
/** Words that are hardly visible are read with little confidence. */
const FAINT_MIN = 30
const COLORS_SIDE = 128
const LOGO_SIDE = 320

/** Returns the picture on white, in the size in which it is read. */
async function readable({ open: openFrame, width, height }: OpenedPicture): Promise<ColorPicture> {
  const smaller = Math.sqrt(READ_PIXELS_MAX / (width * height))
  const larger = Math.min(ENLARGED_MAX, READ_SIDE_MIN / Math.max(width, height))
  const scale = Math.min(smaller, Math.max(1, larger))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const pixels = openFrame()
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
  return { ...size, data: await pixels.raw().toBuffer() }
}

const small = async ({ data, width, height }: ColorPicture, side: number, kernel: 'nearest' | 'lanczos3'): Promise<ColorPicture> => ({
  data: await open(data, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'fill', kernel })
    .raw()
    .toBuffer(),
  width: side,
  height: side,
})

/** Returns the logo in gray, on the background on which it can be seen if it is transparent. Throws if the logo is damaged. */
async function openLogo(input: Buffer): Promise<Logo> {
  const { open: openFrame } = await openPicture(input)
  const { data, info } = await openFrame()
    .resize({ width: LOGO_SIDE, height: LOGO_SIDE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [light, covered] = [0, 0]
  const { width, height } = info
  const [grey, opacities] = [Buffer.alloc(width * height), Buffer.alloc(width * height)]
  const at = (pixel: number, channel: number): number => data[pixel * 4 + channel] ?? 0
  for (let pixel = 0; pixel < grey.length; pixel++) {
    light += luma(at(pixel, 0), at(pixel, 1), at(pixel, 2)) * at(pixel, 3)
    covered += at(pixel, 3)
  }
  const background = light > 128 * covered ? 0 : 255
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const opacity = at(pixel, 3) / 255
    opacities[pixel] = at(pixel, 3)
    grey[pixel] = luma(at(pixel, 0), at(pixel, 1), at(pixel, 2)) * opacity + background * (1 - opacity)
  }
  const isOpaque = opacities.every((opacity) => opacity === 255)
  return { picture: { data: grey, width, height }, opacity: isOpaque ? null : { data: opacities, width, height } }
}

/** Returns whether the picture shows the logo. Null if that cannot be told, for example because the logo is damaged. */
async function searchLogo(picture: ColorPicture, input: Buffer | null): Promise<boolean | null> {
  const logo = input && (await openLogo(input).catch(() => null))
  return logo && hasLogo(toGrey(picture, luma), logo)
}

export interface PictureRead {
  width: number
  height: number
  words: Word[]
  traits: PictureTraits
}

/** Reads a picture, or the first frame of an animation. With a logo, it also searches for the logo. */
export async function readPicture(input: Buffer, logo: Buffer | null): Promise<PictureRead> {
  const opened = await openPicture(input)
  const picture = await readable(opened)
  const scale = opened.width / picture.width
  const { words, faint } = await readWords(picture)
  const enlarged = (word: Word): Word => ({ ...word, box: scaled(word.box, scale) })
  return {
    width: opened.width,
    height: opened.height,
    words: words.map(enlarged),
    traits: {
      contrasts: lineContrasts(picture, words),
      faint: { words: faint.map(enlarged), contrasts: lineContrasts(picture, faint, FAINT_MIN) },
      colors: mainColors(await small(picture, COLORS_SIDE, 'nearest')),
      hash: pictureHash(toGrey(await small(picture, HASHED_SIDE, 'lanczos3'), luma)),
      hasLogo: await searchLogo(picture, logo),
    },
  }
}

const scaled = ({ left, top, width, height }: Box, scale: number): Box => ({
  left: Math.round(left * scale),
  top: Math.round(top * scale),
  width: Math.round(width * scale),
  height: Math.round(height * scale),
})

/** Reads lines of a picture again. Their boxes are in pixels of the picture as delivered. */
export async function readPictureAgain(input: Buffer, lines: readonly LineToRead[]): Promise<LineReading[][]> {
  const opened = await openPicture(input)
  const picture = await readable(opened)
  const scale = opened.width / picture.width
  const smaller = lines.map(({ boxes, ...line }) => ({ ...line, boxes: boxes.map((box) => scaled(box, 1 / scale)) }))
  const readings = await readLinesAgain(toGrey(picture, luma), smaller)
  return readings.map((reading) =>
    reading.map(({ line, words }) => ({ line, words: words.map((word) => ({ ...word, box: scaled(word.box, scale) })) })),
  )
}
