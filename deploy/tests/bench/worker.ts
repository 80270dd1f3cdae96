import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { withTimeout } from '@app/chassis/time/with-timeout.ts'
import { interruption, unlessInterrupted } from './interruption.ts'

const ANSWER_LIMIT_MS = 120_000
const MAIN = fileURLToPath(new URL('worker-main.ts', import.meta.url))

type Functions<Module> = { [Name in keyof Module]: (...inputs: never[]) => Promise<unknown> }

/** A process of a bench that runs a module of `workers/`, so that the module does not share a thread with the measured code. */
export interface Worker<Module extends Functions<Module>> {
  pid: number
  /** Calls an exported function of the module. The worker handles one call at a time. */
  call<Name extends keyof Module>(name: Name, ...inputs: Parameters<Module[Name]>): ReturnType<Module[Name]>
  stop(): Promise<void>
}

/** Starts a worker: `startWorker<typeof import('./workers/forms.ts')>('forms.ts')`. */
export async function startWorker<Module extends Functions<Module>>(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Worker<Module>> {
  const child = fork(MAIN, [file], { env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`The worker ${file} exited with code ${code}`)))
  failed.catch(() => {})
  const call = async (name: string, inputs: unknown[]): Promise<unknown> => {
    interruption.throwIfAborted()
    child.send({ name, inputs })
    const answered = withTimeout(ANSWER_LIMIT_MS, `${name} of ${file}`, once(child, 'message'))
    const [answer] = await unlessInterrupted(Promise.race([answered, failed]))
    return answer
  }
  return {
    pid: child.pid ?? 0,
    call: (name, ...inputs) => call(String(name), inputs) as ReturnType<Module[typeof name]>,
    async stop() {
      child.kill()
      await ended
    },
  }
}
