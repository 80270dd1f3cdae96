import { AppError } from '../errors.ts'

/** The smallest part that S3 takes of a larger file. */
export const PART_BYTES = 5 * 1024 * 1024
/** What all uploads of this process hold in whole parts is bounded by this, however many there are: the others wait their turn. */
const AT_ONCE = 3
/** Everybody's turn comes within about this. Turns are as long as that allows: whoever waits in the middle of a file holds what has come of it. */
const TURN_WITHIN_MS = 20_000
/** Who takes longer than this for a part, while others wait for its room, is ended: some 90 kB a second. */
const PATIENCE_MS = 60_000
/** Who waits for longer than this is told to come again: the gateway takes a service that is silent for a minute for gone. */
const WAIT_MS = 55_000
const RETRY_AFTER_SECONDS = 10
/** Kept for the next upload for so long: taking new ones for each part keeps the garbage collector busy. */
const KEPT_MS = 10_000

interface Waiting {
  take(buffer: Buffer<ArrayBuffer>): void
}

export interface HeldPart {
  buffer: Buffer<ArrayBuffer>
  /** Whether its holder, whose part is sent, may fill it again, since nobody waits or the turn is not over. */
  keep(): boolean
  giveBack(): void
}

const tooSlow = () => new AppError('too-slow', 'slow-sender', 'This upload took too long to arrive. Please try again later.')

const noRoom = () =>
  new AppError('busy', 'unavailable', 'Many files are being uploaded at the moment. Please try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })

/** Room for so many parts. */
export function partBuffers({
  atOnce = AT_ONCE,
  bytes = PART_BYTES,
  turnWithinMs = TURN_WITHIN_MS,
  patienceMs = PATIENCE_MS,
  waitMs = WAIT_MS,
} = {}) {
  const free: Buffer<ArrayBuffer>[] = []
  const waiting = new Set<Waiting>()
  let held = 0
  let forgetting: NodeJS.Timeout | undefined

  const turn = (signal: AbortSignal): Promise<Buffer<ArrayBuffer>> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        waiting.delete(one)
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
      const leave = () => {
        stopWaiting()
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        stopWaiting()
        reject(noRoom())
      }, waitMs)
      const one: Waiting = {
        take(buffer) {
          stopWaiting()
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
    const begun = performance.now()
    const patience = setInterval(() => {
      if (waiting.size > 0) end(tooSlow())
    }, patienceMs)
    return {
      buffer,
      keep() {
        const turns = Math.ceil(waiting.size / atOnce)
        const isKept = turns === 0 || performance.now() - begun < turnWithinMs / turns
        if (isKept) patience.refresh()
        return isKept
      },
      giveBack() {
        clearInterval(patience)
        giveBack(buffer)
      },
    }
  }
}
