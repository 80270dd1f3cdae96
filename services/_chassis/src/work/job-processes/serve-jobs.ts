import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Job, JobRefused, type JobReply } from './messages.ts'
import type { UsageLimits } from './watch-usage.ts'

/** Priority of a job process: requests of the service have precedence. */
const NICE = 5

export interface JobProgram<Wanted extends Job, Result> {
  limitsOf(input: Buffer, job: Wanted): UsageLimits
  /** Throws a `JobRefused` if the input is not acceptable. After any other error, the process ends. */
  run(input: Buffer, job: Wanted): Promise<Result>
}

/**
 * Prepares this process for jobs: lowers its priority, which threads that start later inherit, and watches its limits. Returns a function
 * that starts to read jobs as messages, and their inputs from the standard input, one job at a time.
 */
export function prepareJobs<Wanted extends Job, Result>(): (program: JobProgram<Wanted, Result>) => void {
  setPriority(NICE)
  const watch = new Worker(new URL('./watch-usage.ts', import.meta.url))
  const reply = (message: JobReply<Result>) => process.send?.(message)

  async function run(program: JobProgram<Wanted, Result>, input: Buffer, job: Wanted): Promise<void> {
    watch.postMessage(program.limitsOf(input, job))
    try {
      const result = await program.run(input, job)
      reply({ kind: 'done', result, rss: process.memoryUsage.rss() })
    } catch (error) {
      if (!(error instanceof JobRefused)) process.exit(1)
      reply({ kind: 'problem', problem: error.message, rss: process.memoryUsage.rss() })
    } finally {
      watch.postMessage(null)
    }
  }

  return (program) => {
    let job: Wanted | undefined
    let input = Buffer.alloc(0)
    let received = 0

    function begin(): void {
      if (!job || received < job.bytes) return
      process.stdin.pause()
      const [complete, begun] = [input, job]
      job = undefined
      input = Buffer.alloc(0)
      received = 0
      void run(program, complete, begun)
    }

    process.on('message', (message: Wanted) => {
      job = message
      input = Buffer.allocUnsafeSlow(message.bytes)
      process.stdin.resume()
      // A job without input gets no data.
      begin()
    })
    process.stdin.on('data', (chunk: Buffer) => {
      input.set(chunk, received)
      received += chunk.length
      begin()
    })
    process.stdin.pause()
    process.once('disconnect', () => process.exit())
    reply({ kind: 'ready' })
  }
}
