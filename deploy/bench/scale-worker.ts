import { readFile } from 'node:fs/promises'
import { scalePicture } from '@app/chassis/storage/pictures/scale-picture.ts'
import { answer } from './worker.ts'

export interface Scaling {
  /** Paths of pictures. */
  paths: readonly string[]
  count: number
}

/** Scales each picture `count` times, one after the other, to a display copy and a thumbnail. Discards these copies. */
async function scale({ paths, count }: Scaling): Promise<object> {
  for (let round = 0; round < count; round++) for (const path of paths) await scalePicture(await readFile(path))
  return {}
}

answer(scale)
