import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Env } from './config.ts'
import type { Running } from './create-service.ts'

const STOP_LIMIT_MS = 10_000

/** Whether this module is the program Node was started with. Modules go by their real path, even where the program was named through a link to its folder. */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1] ?? ''
  return existsSync(program) && realpathSync(program) === fileURLToPath(moduleUrl)
}

/** When `moduleUrl` is the program Node was started with: runs it until SIGINT or SIGTERM; a start that fails exits 1. */
export function runIfMain(moduleUrl: string, start: (env: Env) => Promise<Running>): void {
  if (!isMain(moduleUrl)) return
  start(process.env).then(
    (running) => {
      const end = () => {
        setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
        running.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        )
      }
      process.once('SIGINT', end)
      process.once('SIGTERM', end)
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}
