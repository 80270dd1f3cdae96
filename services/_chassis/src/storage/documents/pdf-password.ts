import { Worker } from 'node:worker_threads'
import type { Bytes } from './bytes.ts'

/** Time limit of the check. pdf.js needs well under a second for a valid file. */
const TIME_LIMIT_MS = 10_000
const HEAP_MAX_MB = 128

/** A range of the file that the thread asks for. */
export interface WantedRange {
  offset: number
  length: number
}
export type PdfVerdict = 'opens' | 'needs-password' | 'unreadable'

/** Only one thread runs at a time, because each needs tens of megabytes. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Checks whether a reader must enter a password to open an encrypted PDF. A file with only an owner's password opens without one.
 * Runs pdf.js in a thread with limits of time and memory, because the file may be hostile. Reads only the parts that pdf.js needs.
 */
export function checkPassword(file: Bytes): Promise<PdfVerdict> {
  const checked = last.then(() => checkInThread(file))
  last = checked
  return checked
}

async function checkInThread(file: Bytes): Promise<PdfVerdict> {
  const thread = new Worker(new URL('./pdf-password-thread.ts', import.meta.url), {
    workerData: { size: file.size },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    // pdf.js prints warnings about missing browser features.
    stdout: true,
    stderr: true,
  })
  const { promise, resolve } = Promise.withResolvers<PdfVerdict>()
  const giveUp = () => resolve('unreadable')
  const timer = setTimeout(giveUp, TIME_LIMIT_MS)
  thread.once('error', giveUp)
  thread.once('exit', giveUp)
  thread.on('message', (message: WantedRange | PdfVerdict) => {
    if (typeof message === 'string') resolve(message)
    else file.read(message.offset, message.length).then((bytes) => thread.postMessage({ offset: message.offset, bytes }), giveUp)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
