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
 * When `moduleUrl` is the program Node was started with: runs it until SIGINT or SIGTERM, which a start is ended by at
 * once; a start that fails exits 1. A stop has a time limit of its own.
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
