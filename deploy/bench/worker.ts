import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { interruption, unlessInterrupted } from './interruption.ts'

/** A helper process of a bench. It is a separate process, so that it does not share a thread with the measured code. */
export interface Worker {
  pid: number
  ask<Answer>(question: object): Promise<Answer>
  stop(): Promise<void>
}

const ANSWER_LIMIT_MS = 120_000

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit)
      act()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onExit = (code: number | null) => settle(() => reject(new Error(`A bench worker exited with code ${code}`)))
    const timer = setTimeout(() => settle(() => reject(new Error('Timeout: a bench worker did not respond'))), ANSWER_LIMIT_MS)
    child.on('message', onMessage).on('exit', onExit)
  })
}

/** Starts a file of this folder as a worker that sends one response for each message (see `answer`). */
export function startWorker(file: string, env: Readonly<Record<string, string>> = {}): Worker {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { env: { ...process.env, ...env } })
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(question: object) {
      interruption.throwIfAborted()
      child.send(question)
      return (await unlessInterrupted(nextMessage(child))) as Answer
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** Runs in the worker: handles each message and sends the result back. */
export function answer<Question>(handle: (question: Question) => Promise<object>): void {
  process.on('message', async (question: Question) => {
    process.send?.(await handle(question))
  })
  process.on('disconnect', () => process.exit(0))
}
