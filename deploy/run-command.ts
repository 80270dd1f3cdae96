import { isMain } from '@app/chassis/service/run-main.ts'

/** Runs `work` with the command line arguments if `moduleUrl` is the main module. Prints the message of an error, without its stack. */
export function runCommand(moduleUrl: string, work: (args: readonly string[]) => Promise<unknown>): void {
  if (!isMain(moduleUrl)) return
  work(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
