import { readFile } from 'node:fs/promises'
import { scalePicture } from '@app/chassis/storage/pictures/scale-picture.ts'

/** Scales each picture `count` times, one after the other, to a display copy and a thumbnail. Discards these copies. */
export async function scalePictures(paths: readonly string[], count: number): Promise<void> {
  for (let round = 0; round < count; round++) for (const path of paths) await scalePicture(await readFile(path))
}
