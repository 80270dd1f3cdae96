import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Job, JobRefused, type JobReply } from './messages.ts'

/** A job process ended before the job was done: a limit was exceeded, or the program failed. */
export class JobProcessEnded extends Error {}

export interface JobProcessOptions {
  /** The module that calls `prepareJobs`. */
  program: URL
  /** Time limit of a job. */
  jobLimitMs: number
  /** An unused process ends after this time, and frees its memory. */
  idleMs: number
  /** A process whose memory is larger after a job ends immediately, because decoders keep freed memory. */
  keptRssBytes: number
  /**
   * Whether the process only gets CPU time that no other program needs, in the first seconds of its first job, and longer if its jobs take
   * less. Only Linux can do that. Default: false.
   */
  whenIdle?: boolean
  /** Arguments for Node. */
  execArgv?: readonly string[]
  /** Environment variables, in addition to those that every program needs. */
  environment?: Readonly<Record<string, string>>
}

export interface JobProcesses<Wanted extends Job, Result> {
  /**
   * Runs a job in an idle process, or in a new one. `open` returns the input. Throws a `JobRefused` if the program refuses the input, and a
   * `JobProcessEnded` if the process ends first.
   */
  run(job: Wanted, open: () => Promise<Readable>, signal: AbortSignal): Promise<Result>
}

/** Environment variables of the processes. They contain no secrets, because the code that runs there may have a vulnerability. */
function environment(added: JobProcessOptions['environment']): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => /^(?:PATH|SYSTEMROOT|TEMP|TMP|TMPDIR|MALLOC_\w+)$/i.test(name))
  return { ...Object.fromEntries(passed), ...added }
}

/** Sets the scheduling policy of a program and all its threads. Every Debian has it. */
const CHRT = '/usr/bin/chrt'
/** On a busy machine, a process with the policy `SCHED_IDLE` would wait for minutes, so it gets the usual policy after this time. */
const IDLE_POLICY_MS = 3_000

/** Returns the program that starts a process, and its first arguments. */
const starter = (whenIdle: boolean): [execPath: string, first: string[]] =>
  whenIdle && existsSync(CHRT) ? [CHRT, ['--idle', '0', process.execPath]] : [process.execPath, []]

/**
 * Keeps child processes for jobs with hostile input, such as decoding a picture. They get no secrets, and are killed at their limits. A
 * process does one job at a time, and starts when it is needed. The caller limits how many jobs run at the same time.
 */
export function createJobProcesses<Wanted extends Job, Result>(options: JobProcessOptions): JobProcesses<Wanted, Result> {
  const idle: JobProcess[] = []

  class JobProcess {
    readonly #child: ChildProcess
    readonly #ready: Promise<JobReply<Result>>
    #idleTimer: NodeJS.Timeout | undefined

    constructor() {
      // In the image, the modules are loaded without types by a module that `--import` names.
      const inherited = process.execArgv.filter((argument) => argument.startsWith('--import='))
      const [execPath, first] = starter(options.whenIdle ?? false)
      this.#child = fork(fileURLToPath(options.program), {
        execPath,
        execArgv: [...first, ...inherited, ...(options.execArgv ?? [])],
        env: environment(options.environment),
        serialization: 'advanced',
        stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      })
      this.#child.on('error', () => {})
      this.#child.stdin?.on('error', () => {})
      this.#child.once('exit', () => this.end())
      this.#ready = this.#nextReply()
      this.#ready.catch(() => {})
    }

    #nextReply(): Promise<JobReply<Result>> {
      const child = this.#child
      return new Promise((resolve, reject) => {
        const settle = (act: () => void) => () => {
          child.off('message', received)
          child.off('exit', exited)
          child.off('error', exited)
          act()
        }
        const exited = settle(() => reject(new Error('A job process ended')))
        const received = (reply: JobReply<Result>) => settle(() => resolve(reply))()
        child.on('message', received)
        child.on('exit', exited)
        child.on('error', exited)
      })
    }

    /** An idle process does not keep this process running. */
    #setReferenced(isReferenced: boolean): void {
      const act = isReferenced ? 'ref' : 'unref'
      this.#child[act]()
      this.#child.channel?.[act]()
      ;(this.#child.stdin as Socket | null)?.[act]()
    }

    async #send(source: Readable, ended: Promise<unknown>): Promise<void> {
      const { stdin } = this.#child
      for await (const chunk of source) {
        // If the process ends, `ended` rejects.
        if (stdin && !stdin.write(chunk)) await Promise.race([once(stdin, 'drain').catch(() => ended), ended])
      }
    }

    async run(job: Wanted, open: () => Promise<Readable>, signal: AbortSignal): Promise<Result> {
      clearTimeout(this.#idleTimer)
      this.#setReferenced(true)
      const limit = AbortSignal.timeout(options.jobLimitMs)
      const kill = () => this.end()
      for (const each of [signal, limit]) each.addEventListener('abort', kill, { once: true })
      const hurry = options.whenIdle ? setTimeout(() => this.#hurry(), IDLE_POLICY_MS) : undefined
      let source: Readable | undefined
      try {
        await this.#ready
        source = await open()
        const replied = this.#nextReply().catch((cause: unknown) => {
          throw new JobProcessEnded('A job process ended before its job was done', { cause })
        })
        replied.catch(() => {})
        this.#child.send(job)
        // A source that waits for data would not notice that the process ended.
        await Promise.race([this.#send(source, replied), replied])
        const reply = await replied
        if (reply.kind === 'ready') throw new Error('A job process replied without a result')
        this.#release(reply.rss)
        if (reply.kind === 'problem') throw new JobRefused(reply.problem)
        return reply.result
      } catch (error) {
        // After an incomplete exchange, the process cannot be used for another job.
        if (!idle.includes(this)) this.end()
        signal.throwIfAborted()
        throw error
      } finally {
        clearTimeout(hurry)
        source?.destroy()
        for (const each of [signal, limit]) each.removeEventListener('abort', kill)
      }
    }

    /** Gives the process the usual scheduling policy. */
    #hurry(): void {
      execFile(CHRT, ['--other', '--all-tasks', '--pid', '0', String(this.#child.pid)], () => {})
    }

    #release(rss: number): void {
      if (rss > options.keptRssBytes) {
        this.end()
        return
      }
      this.#setReferenced(false)
      this.#idleTimer = setTimeout(() => this.end(), options.idleMs).unref()
      idle.push(this)
    }

    end(): void {
      clearTimeout(this.#idleTimer)
      const at = idle.indexOf(this)
      if (at >= 0) idle.splice(at, 1)
      this.#child.kill('SIGKILL')
    }
  }

  return { run: (job, open, signal) => (idle.pop() ?? new JobProcess()).run(job, open, signal) }
}
