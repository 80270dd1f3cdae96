import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Env } from '../config/config.ts'
import type { Running } from './create-service.ts'
import { onStopSignal } from './stop-signals.ts'

/** Whether Node was started with this module. Node resolves symbolic links in module URLs, so real paths are compared. */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1] ?? ''
  return existsSync(program) && realpathSync(program) === fileURLToPath(moduleUrl)
}

/**
 * Calls `start` if Node was started with the module `moduleUrl`. At SIGINT, SIGTERM or SIGHUP, calls the method `stop` of the object that
 * `start` returned. `stop` must limit its own duration.
 */
export function runIfMain(moduleUrl: string, start: (env: Env) => Promise<Running>): void {
  if (!isMain(moduleUrl)) return
  start(process.env).then(
    (running) =>
      onStopSignal(() => {
        running.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        )
      }),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}
