import { type GreyPicture, openGrey } from './grey-picture.ts'

/** Side of the areas whose contrast becomes the same, in pixels. Larger than letters. */
const AREA = 24
/** Mean distance from the brightness of the area below which a surface counts as even: there, only noise would be amplified. */
const DISTANCE_MIN = 2.5
const DISTANCE_SCALE = 4
const MIDDLE = 160
const STRENGTH = 45

/** Returns the mean of the area around each pixel. */
async function means(picture: GreyPicture): Promise<Buffer> {
  const { width, height } = picture
  const [across, down] = [Math.max(1, Math.round(width / AREA)), Math.max(1, Math.round(height / AREA))]
  const small = await openGrey(picture).resize(across, down, { fit: 'fill', kernel: 'linear' }).toColourspace('b-w').raw().toBuffer()
  return openGrey({ data: small, width: across, height: down })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

/**
 * Returns a picture in which all areas have about the same contrast. Text that hardly differs from its background stands out in it, and a
 * second recognition sees the letters in another way than the first.
 */
export async function evenContrast(picture: GreyPicture): Promise<GreyPicture> {
  const { data, width, height } = picture
  const mean = await means(picture)
  const distances = Buffer.alloc(data.length)
  for (let at = 0; at < data.length; at++) distances[at] = Math.min(255, Math.abs((data[at] ?? 0) - (mean[at] ?? 0)) * DISTANCE_SCALE)
  const distance = await means({ data: distances, width, height })
  const even = Buffer.alloc(data.length)
  for (let at = 0; at < data.length; at++) {
    const usual = Math.max(DISTANCE_MIN, (distance[at] ?? 0) / DISTANCE_SCALE)
    even[at] = Math.max(0, Math.min(255, MIDDLE + (((data[at] ?? 0) - (mean[at] ?? 0)) / usual) * STRENGTH))
  }
  return { data: even, width, height }
}
