import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BadFile, Inspector } from './inspect.ts'

/** A step of a `Walk`. If `mayEnd` is set, the file may end here, and the walk gets an empty buffer. */
type Step = { take: number; mayEnd?: true } | { skip: number; mayEnd?: true }

/** A generator that parses a file: it yields steps and gets bytes. It throws `BadFile`, or returns at the end of the file. */
export type Walk = Generator<Step, void, Buffer>

/** Reads the next bytes. The buffer is valid only until the next step. */
export const take = (count: number): Step => ({ take: count })
/** Reads the next bytes. At the end of the file, the buffer is empty. */
export const takeOrEnd = (count: number): Step => ({ take: count, mayEnd: true })
export const skip = (count: number): Step => ({ skip: count })
export const skipToEnd: Step = { skip: Number.POSITIVE_INFINITY, mayEnd: true }

const NOTHING = Buffer.alloc(0)

/** Runs a `Walk` over a file that arrives in chunks. Buffers at most the bytes of one `take` step. */
class Walker {
  readonly #walk: Walk
  #step: Step | undefined
  /** Bytes of a `take` step that continues in the next chunk. */
  #partial: Buffer = NOTHING
  #seen = 0

  constructor(walk: Walk) {
    this.#walk = walk
    this.#next(NOTHING)
  }

  see(chunk: Buffer): void {
    let at = 0
    while (this.#step) {
      const step = this.#step
      const wanted = 'take' in step ? step.take : step.skip
      // A view of the chunk is cheaper than a new buffer, which matters for files with many small steps.
      if ('take' in step && this.#seen === 0 && chunk.length - at >= wanted) {
        at += wanted
        this.#next(chunk.subarray(at - wanted, at))
        continue
      }
      const count = Math.min(wanted - this.#seen, chunk.length - at)
      if ('take' in step) {
        if (this.#seen === 0) this.#partial = Buffer.alloc(wanted)
        chunk.copy(this.#partial, this.#seen, at, at + count)
      }
      at += count
      this.#seen += count
      if (this.#seen < wanted) return
      this.#next(this.#partial)
    }
  }

  /** Called after the last chunk of the file. Returns whether the file may end at this position. */
  end(): boolean {
    const isBetween = this.#step && 'mayEnd' in this.#step && ('skip' in this.#step || this.#seen === 0)
    if (isBetween) this.#next(NOTHING)
    return this.#step === undefined
  }

  #next(taken: Buffer): void {
    const { value, done } = this.#walk.next(taken)
    this.#step = done ? undefined : value
    this.#seen = 0
  }
}

/** Number of bytes that are checked in one turn of the event loop. This takes at most a few milliseconds. */
const SLICE_BYTES = 16 * 1024

/** Returns an inspector that runs a walk over a file. Throws `damaged` if the file ends where the walk does not allow it. */
export function walkCheck(walk: Walk, damaged: () => BadFile): Inspector {
  const walker = new Walker(walk)
  return {
    async see(chunk) {
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        if (at > 0) await nextTurn()
        walker.see(chunk.subarray(at, at + SLICE_BYTES))
      }
    },
    end() {
      if (!walker.end()) throw damaged()
    },
  }
}
