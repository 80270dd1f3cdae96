import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import type { ObjectStore } from '../object-store.ts'
import { type Processing, processPicture } from './process-picture.ts'

/** The dimensions of a picture, and the keys of smaller copies of it. */
export interface ScaledPicture {
  width: number
  height: number
  displayKey: string
  thumbnailKey: string
}

export const streamOf = (bytes: Buffer): Readable => Readable.from([bytes], { objectMode: false })

/** Stores smaller copies of a picture under `prefix`. Throws a `BadFile` if the picture cannot be decoded. */
export function storeCopies(store: ObjectStore, prefix: string, picture: Omit<Processing, 'use'>): Promise<ScaledPicture> {
  return processPicture({ ...picture, use: 'copies' }, async ({ width, height, contentType, pictures }) => {
    const keys: string[] = []
    for (const copy of pictures) {
      const key = `${prefix}${uuidv7()}.jpg`
      await store.put(key, streamOf(copy), contentType, picture.signal)
      keys.push(key)
    }
    const [displayKey = '', thumbnailKey = ''] = keys
    return { width, height, displayKey, thumbnailKey }
  })
}
