import { AppError } from '../errors.ts'

/** The smallest part that S3 takes of a larger file. */
export const PART_BYTES = 5 * 1024 * 1024
/** What all uploads of this process hold in whole parts is bounded by this, however many there are: the others wait their turn. */
const AT_ONCE = 4
/** Who takes longer than this for a part, while others wait for its room, is ended: some 90 kB a second. */
const PATIENCE_MS = 60_000
/** Kept for the next upload for so long: taking new ones for each part keeps the garbage collector busy. */
const KEPT_MS = 10_000

interface Waiting {
  take(buffer: Buffer<ArrayBuffer>): void
}

export interface HeldPart {
  buffer: Buffer<ArrayBuffer>
  giveBack(): void
}

/** Room for so many parts. */
export function partBuffers({ atOnce = AT_ONCE, bytes = PART_BYTES, patienceMs = PATIENCE_MS } = {}) {
  const free: Buffer<ArrayBuffer>[] = []
  const waiting = new Set<Waiting>()
  let held = 0
  let forgetting: NodeJS.Timeout | undefined

  const turn = (signal: AbortSignal): Promise<Buffer<ArrayBuffer>> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(one)
        reject(signal.reason)
      }
      const one: Waiting = {
        take(buffer) {
          waiting.delete(one)
          signal.removeEventListener('abort', leave)
          resolve(buffer)
        },
      }
      waiting.add(one)
      signal.addEventListener('abort', leave, { once: true })
    })

  function giveBack(buffer: Buffer<ArrayBuffer>): void {
    const [next] = waiting
    if (next) next.take(buffer)
    else {
      held--
      free.push(buffer)
      clearTimeout(forgetting)
      forgetting = setTimeout(() => free.splice(0), KEPT_MS).unref()
    }
  }

  async function room(signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
    if (held === atOnce) return turn(signal)
    held++
    return free.pop() ?? Buffer.allocUnsafeSlow(bytes)
  }

  /** Room for one part, as soon as there is some. `end` is called when it has been held for too long while others wait. */
  return async function take(signal: AbortSignal, end: (error: Error) => void): Promise<HeldPart> {
    signal.throwIfAborted()
    const buffer = await room(signal)
    const patience = setInterval(() => {
      if (waiting.size > 0) end(new AppError('too-slow', 'slow-sender', 'This upload took too long to arrive. Please try again later.'))
    }, patienceMs)
    return {
      buffer,
      giveBack() {
        clearInterval(patience)
        giveBack(buffer)
      },
    }
  }
}
