import { changedCells, SIDE } from './difference.ts'

/** The message to the worker: the absolute URLs of two pictures. */
export interface ComparedPictures {
  before: string
  after: string
}

export type ComparedSide = keyof ComparedPictures

/** The worker's only message: the result of `changedCells`, or the pictures that could not be downloaded or decoded. */
export type ComparedCells = { cells: Uint8Array<ArrayBuffer> } | { unreadable: ComparedSide[] }

addEventListener('message', async ({ data: { before, after } }: MessageEvent<ComparedPictures>) => {
  postMessage(await compare(before, after))
})

async function compare(before: string, after: string): Promise<ComparedCells> {
  const [samplesBefore, samplesAfter] = await Promise.allSettled([samplesOf(before), samplesOf(after)])
  if (samplesBefore.status === 'fulfilled' && samplesAfter.status === 'fulfilled')
    return { cells: changedCells(samplesBefore.value, samplesAfter.value) }
  const outcomes = { before: samplesBefore, after: samplesAfter }
  return { unreadable: (['before', 'after'] as const).filter((side) => outcomes[side].status === 'rejected') }
}

/** Downloads a picture and scales it to `SIDE` × `SIDE` samples. Transparent parts become white, as in the JPEG copies of pictures. */
async function samplesOf(url: string): Promise<Uint8ClampedArray> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The file server responded with ${response.status}.`)
  const picture = await createImageBitmap(await response.blob())
  // `willReadFrequently` keeps the canvas in main memory instead of graphics memory, so that reading the pixels is fast.
  const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser has no canvas.')
  context.fillStyle = 'white'
  context.fillRect(0, 0, SIDE, SIDE)
  // With the quality "medium", a sample is the mean of all pixels that it covers. With "low", the browser would skip pixels.
  context.imageSmoothingQuality = 'medium'
  context.drawImage(picture, 0, 0, SIDE, SIDE)
  picture.close()
  return context.getImageData(0, 0, SIDE, SIDE).data
}
