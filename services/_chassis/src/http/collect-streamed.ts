import { memoryUsage } from 'node:process'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { collectGarbage } from '../collect-garbage.ts'

/** How much streams through between two looks. */
const LOOK_EVERY_BYTES = 4 * MEGABYTE
/**
 * What may be gone and still take memory. From the first on what is young is collected, which is soon done and mostly enough; from the
 * second on everything, for which the process stands still for the better part of a tenth of a second.
 */
const YOUNG_FROM_BYTES = 16 * MEGABYTE
const ALL_FROM_BYTES = 40 * MEGABYTE

let sinceLook = 0
/** What buffers took when least of them was gone, as far as seen. */
let least = Number.POSITIVE_INFINITY

/**
 * Told of bytes that stream through this process; has the memory of those that are gone collected. V8 sees a small object in front of
 * each 64 kB from the network, and by itself comes when 64 MB of them are gone, which is no setting.
 */
export function streamed(bytes: number): void {
  sinceLook += bytes
  if (sinceLook < LOOK_EVERY_BYTES) return
  sinceLook = 0
  const taken = memoryUsage().arrayBuffers
  least = Math.min(least, taken)
  const gone = taken - least
  if (gone < YOUNG_FROM_BYTES) return
  collectGarbage({ type: gone < ALL_FROM_BYTES ? 'minor' : 'major' })
  if (gone >= ALL_FROM_BYTES) least = memoryUsage().arrayBuffers
}

/** Frees what nobody will look at again, at once; unless others may share its memory. */
export function free({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
