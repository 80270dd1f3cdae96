import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { partSlots } from '@app/chassis/storage/part-slots.ts'
import type { ScaledPicture, Target } from '@app/chassis/storage/store-file.ts'
import { v7 as uuidv7 } from 'uuid'
import { PREVIEW_FILES } from '../files/task-files.ts'
import { scalePicture } from './scale-picture.ts'

/** Only one picture is decoded at a time in this process: a progressive JPEG of 64 megapixels needs 400 MB (measured). */
const acquireSlot = partSlots({ slots: 1 })

async function storeJpeg(store: ObjectStore, jpeg: Buffer, signal: AbortSignal): Promise<string> {
  const key = `${PREVIEW_FILES}${uuidv7()}.jpg`
  await store.put(key, Readable.from([jpeg], { objectMode: false }), 'image/jpeg', signal)
  return key
}

/** Reads a picture and stores its smaller copies. Throws a `BadFile` if the picture cannot be decoded. */
export async function storeCopies(store: ObjectStore, read: () => Promise<Buffer>, signal: AbortSignal): Promise<ScaledPicture> {
  const release = await acquireSlot(signal, () => {})
  try {
    const { width, height, display, thumbnail } = await scalePicture(await read())
    const displayKey = await storeJpeg(store, display, signal)
    return { width, height, displayKey, thumbnailKey: await storeJpeg(store, thumbnail, signal) }
  } finally {
    release()
  }
}

/** The target of a preview's files. Pictures are scaled while the rest of the form arrives. */
export const contentTarget = (store: ObjectStore): Target => ({
  store,
  prefix: PREVIEW_FILES,
  hashed: true,
  // The buffer cannot become too large, because the route rejected larger pictures while it stored them.
  scale: (key, signal) => storeCopies(store, async () => buffer(await store.get(key)), signal),
})
