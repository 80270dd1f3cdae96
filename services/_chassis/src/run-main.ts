import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Env } from './config.ts'
import type { Running } from './create-service.ts'
import { onStopSignal } from './stop-signals.ts'

/** Whether this module is the program Node was started with. Modules go by their real path, even where the program was named through a link to its folder. */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1] ?? ''
  return existsSync(program) && realpathSync(program) === fileURLToPath(moduleUrl)
}

/**
 * Runs `start` when `moduleUrl` is the program Node was started with, and stops it at SIGINT, SIGTERM or SIGHUP. A signal during
 * the start ends the process at once. A start that fails exits with code 1. `stop` has a time limit of its own.
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
