import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { PICTURE_TOO_COMPLEX } from '@app/contracts/rules/files.ts'
import { AppError } from '../../http/errors.ts'
import { createFairQueue } from '../../limits/fair-queue.ts'
import { BadFile } from '../inspect.ts'
import type { PictureJob, PictureReply, PictureUse, WrittenPicture } from './job.ts'

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
/** Maximum number of picture processes. Each needs up to 512 MB (`picture-process.ts`). */
const PROCESSES = 2
/** Time limit of a job. The process itself has a shorter limit of CPU time. */
const JOB_LIMIT_MS = 30_000
/** Together with a job's time limit, this is below the gateway's idle timeout of a minute. */
const WAIT_LIMIT_MS = 25_000
/** An unused process ends after this time, and frees its 60 MB of memory. */
const IDLE_MS = 20_000
/** A process whose memory is larger after a job ends immediately, because the decoders keep freed memory. */
const KEPT_RSS_BYTES = 200 * 1024 * 1024
const RETRY_AFTER_SECONDS = 10

const queue = createFairQueue({
  places: PROCESSES,
  placesPerKey: PROCESSES,
  waitMs: WAIT_LIMIT_MS,
  waitingPerKeyMax: 50,
  waitingMax: 200,
  refusal: () =>
    new AppError('busy', 'unavailable', 'Many pictures are being processed at the moment. Please try again shortly.', {
      retryAfter: RETRY_AFTER_SECONDS,
    }),
})
const idle: PictureProcess[] = []

/** Environment variables of the processes. They contain no secrets, because a decoder may have a vulnerability. */
function environment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => /^(?:PATH|SYSTEMROOT|TEMP|TMP|TMPDIR|MALLOC_\w+)$/i.test(name))
  // libvips must not write decoded pictures to the file system, which is read-only in containers.
  return { ...Object.fromEntries(passed), VIPS_DISC_THRESHOLD: '4g' }
}

class PictureProcess {
  readonly #child: ChildProcess
  readonly #ready: Promise<PictureReply>
  #idleTimer: NodeJS.Timeout | undefined

  constructor() {
    // In the image, the modules are loaded without types by a module that `--import` names.
    const execArgv = process.execArgv.filter((argument) => argument.startsWith('--import='))
    this.#child = fork(PROGRAM, { execArgv, env: environment(), serialization: 'advanced', stdio: ['pipe', 'ignore', 'ignore', 'ipc'] })
    this.#child.on('error', () => {})
    this.#child.stdin?.on('error', () => {})
    this.#child.once('exit', () => this.end())
    this.#ready = this.#nextReply()
    this.#ready.catch(() => {})
  }

  #nextReply(): Promise<PictureReply> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => () => {
        child.off('message', received)
        child.off('exit', exited)
        child.off('error', exited)
        act()
      }
      const exited = settle(() => reject(new Error('A picture process ended')))
      const received = (reply: PictureReply) => settle(() => resolve(reply))()
      child.on('message', received)
      child.on('exit', exited)
      child.on('error', exited)
    })
  }

  /** An idle picture process does not keep this process running. */
  #setReferenced(isReferenced: boolean): void {
    const act = isReferenced ? 'ref' : 'unref'
    this.#child[act]()
    this.#child.channel?.[act]()
    ;(this.#child.stdin as Socket | null)?.[act]()
  }

  async #send(source: Readable, replied: Promise<PictureReply>): Promise<void> {
    const { stdin } = this.#child
    for await (const chunk of source) {
      // If the process ends, `replied` rejects.
      if (stdin && !stdin.write(chunk)) await Promise.race([once(stdin, 'drain').catch(() => replied), replied])
    }
  }

  async run(job: PictureJob, open: () => Promise<Readable>, signal: AbortSignal): Promise<WrittenPicture> {
    clearTimeout(this.#idleTimer)
    this.#setReferenced(true)
    await this.#ready
    const limit = AbortSignal.timeout(JOB_LIMIT_MS)
    const kill = () => this.end()
    for (const each of [signal, limit]) each.addEventListener('abort', kill, { once: true })
    try {
      const source = await open()
      const replied = this.#nextReply()
      replied.catch(() => {})
      this.#child.send(job)
      await this.#send(source, replied)
      const reply = await replied.catch((cause: unknown) => {
        throw new BadFile(PICTURE_TOO_COMPLEX, { cause })
      })
      if (reply.kind === 'ready') throw new Error('A picture process replied without a result')
      this.#release(reply.rss)
      if (reply.kind === 'problem') throw new BadFile(reply.problem)
      return reply.written
    } catch (error) {
      // After an incomplete exchange, the process cannot be used for another job.
      if (!idle.includes(this)) this.end()
      signal.throwIfAborted()
      throw error
    } finally {
      for (const each of [signal, limit]) each.removeEventListener('abort', kill)
    }
  }

  #release(rss: number): void {
    if (rss > KEPT_RSS_BYTES) {
      this.end()
      return
    }
    this.#setReferenced(false)
    this.#idleTimer = setTimeout(() => this.end(), IDLE_MS).unref()
    idle.push(this)
  }

  end(): void {
    clearTimeout(this.#idleTimer)
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
    this.#child.kill('SIGKILL')
  }
}

export interface Processing {
  /** Size of the picture in bytes. */
  bytes: number
  open(): Promise<Readable>
  use: PictureUse
  /** Key of the caller. The processes are shared fairly between callers. */
  caller: string
  signal: AbortSignal
}

/**
 * Decodes a picture in another process, and calls `store` with the results. At most two pictures are processed at the same time, until
 * their results are stored. Throws a `BadFile` if the picture is damaged, too large, or needs too much time or memory. Throws a 503 if too
 * many pictures wait.
 */
export async function processPicture<T>(
  { bytes, open, use, caller, signal }: Processing,
  store: (written: WrittenPicture) => Promise<T>,
): Promise<T> {
  const release = await queue.enter(caller, { signal })
  try {
    const process = idle.pop() ?? new PictureProcess()
    return await store(await process.run({ bytes, use }, open, signal))
  } finally {
    release()
  }
}
