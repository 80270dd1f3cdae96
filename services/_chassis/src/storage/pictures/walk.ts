/** What a walk through a file's structure asks for next. `mayEnd`: nothing more may come here, told by an empty answer. */
type Step = { take: number; mayEnd?: true } | { skip: number; mayEnd?: true } | { find: number }

/** Goes through the structure of a file by asking for its bytes in turn; throws `BadFile`, or returns at its end. */
export type Walk = Generator<Step, void, Buffer>

/** The next few bytes, which are only valid until the next step. */
export const take = (count: number): Step => ({ take: count })
/** The next few bytes, or none at the end of the file. */
export const takeOrEnd = (count: number): Step => ({ take: count, mayEnd: true })
/** Past bytes that matter to nobody here. */
export const skip = (count: number): Step => ({ skip: count })
/** Past all that comes. */
export const skipToEnd: Step = { skip: Number.POSITIVE_INFINITY, mayEnd: true }
/** Past the next such byte. */
export const find = (byte: number): Step => ({ find: byte })

const NOTHING = Buffer.alloc(0)

/** Leads a walk through a file that comes in chunks, holding no more of it than the walk asked for at once. */
export class Walker {
  readonly #walk: Walk
  #step: Step | undefined
  /** What has come of a `take` that is cut by the end of a chunk. */
  #held: Buffer = NOTHING
  /** Bytes of the present step that have come. */
  #seen = 0

  constructor(walk: Walk) {
    this.#walk = walk
    this.#next(NOTHING)
  }

  see(chunk: Buffer): void {
    let at = 0
    while (this.#step) {
      const step = this.#step
      if ('find' in step) {
        const found = chunk.indexOf(step.find, at)
        if (found < 0) return
        at = found + 1
        this.#next(NOTHING)
        continue
      }
      const wanted = 'take' in step ? step.take : step.skip
      // A view of the chunk costs less than a buffer of its own, and some files consist of such steps.
      if ('take' in step && this.#seen === 0 && chunk.length - at >= wanted) {
        at += wanted
        this.#next(chunk.subarray(at - wanted, at))
        continue
      }
      const count = Math.min(wanted - this.#seen, chunk.length - at)
      if ('take' in step) {
        if (this.#seen === 0) this.#held = Buffer.alloc(wanted)
        chunk.copy(this.#held, this.#seen, at, at + count)
      }
      at += count
      this.#seen += count
      if (this.#seen < wanted) return
      this.#next(this.#held)
    }
  }

  /** Whether the file ended where it may. */
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
