import type { ComparedCells, ComparedPictures, ComparedSide } from './difference-worker.ts'

/** One or both pictures could not be downloaded or decoded. */
export class UnreadablePictures extends Error {
  readonly sides: readonly ComparedSide[]

  constructor(sides: readonly ComparedSide[]) {
    super(`These pictures could not be read: ${sides.join(', ')}`)
    this.sides = sides
  }
}

/**
 * Compares two pictures in a new worker. Resolves to the result of `changedCells`. Rejects with `UnreadablePictures` if a picture cannot be
 * downloaded or decoded.
 * If `signal` is aborted, the worker stops at once, also in the middle of a calculation, and the promise rejects with the signal's reason.
 */
export function computeDifference({ before, after }: ComparedPictures, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const worker = new Worker(new URL('./difference-worker.ts', import.meta.url), { type: 'module' })
  const cancel = () => reject(signal.reason)
  signal.addEventListener('abort', cancel)
  worker.addEventListener('error', () => reject(new Error('The worker could not be started.')))
  worker.addEventListener('message', ({ data }: MessageEvent<ComparedCells>) => {
    if ('cells' in data) resolve(data.cells)
    else reject(new UnreadablePictures(data.unreadable))
  })
  // The worker needs absolute URLs, because its own URL is the base of relative URLs.
  worker.postMessage({ before: absolute(before), after: absolute(after) } satisfies ComparedPictures)
  if (signal.aborted) cancel()
  return promise.finally(() => {
    worker.terminate()
    signal.removeEventListener('abort', cancel)
  })
}

const absolute = (url: string): string => new URL(url, window.location.href).href
