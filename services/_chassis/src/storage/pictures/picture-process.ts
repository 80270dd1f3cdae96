import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { BadFile } from '../inspect.ts'
import type { PictureJob, PictureReply, WrittenPicture } from './job.ts'
import type { UsageLimits } from './watch-usage.ts'

/**
 * Program of a picture process. It decodes hostile pictures, so it gets no secrets, and it is killed if it exceeds its limits. It reads
 * jobs as messages, and the pictures of the jobs from the standard input, one job at a time.
 */

const RSS_MAX_BYTES = 512 * 1024 * 1024
/** Limits of CPU time. A small SVG picture can describe much work. Real ones are drawn within a second. */
const CPU_MAX_MS = { picture: 20_000, drawing: 3_000 }

const limitsOf = (input: Buffer): UsageLimits => ({
  cpuMs: /^\uFEFF?\s*</.test(input.toString('utf8', 0, 100)) ? CPU_MAX_MS.drawing : CPU_MAX_MS.picture,
  rssBytes: RSS_MAX_BYTES,
})

/** Priority of the process: requests of the service have precedence. Threads that start later inherit it. */
const NICE = 5
setPriority(NICE)
const watch = new Worker(new URL('./watch-usage.ts', import.meta.url))
const { rewritePicture } = await import('./rewrite-picture.ts')
const { checkPicture, scalePicture } = await import('./scale-picture.ts')

const reply = (message: PictureReply) => process.send?.(message)

function write(input: Buffer, { use }: PictureJob): Promise<WrittenPicture> {
  if (use === 'copies') return scalePicture(input)
  return use === 'check' ? checkPicture(input) : rewritePicture(input, use)
}

async function run(input: Buffer, job: PictureJob): Promise<void> {
  watch.postMessage(limitsOf(input))
  try {
    const written = await write(input, job)
    reply({ kind: 'written', written, rss: process.memoryUsage.rss() })
  } catch (error) {
    reply({ kind: 'problem', problem: error instanceof BadFile ? error.message : PICTURE_DAMAGED, rss: process.memoryUsage.rss() })
  } finally {
    watch.postMessage(null)
  }
}

let job: PictureJob | undefined
let input = Buffer.alloc(0)
let received = 0

function begin(): void {
  if (!job || received < job.bytes) return
  process.stdin.pause()
  const [complete, begun] = [input, job]
  job = undefined
  input = Buffer.alloc(0)
  received = 0
  void run(complete, begun)
}

process.on('message', (message: PictureJob) => {
  job = message
  input = Buffer.allocUnsafeSlow(message.bytes)
  process.stdin.resume()
})
process.stdin.on('data', (chunk: Buffer) => {
  input.set(chunk, received)
  received += chunk.length
  begin()
})
process.stdin.pause()
process.once('disconnect', () => process.exit())
reply({ kind: 'ready' })
