import { isMain } from '@app/chassis/run-main.ts'

/** When `moduleUrl` is the program Node was started with: does its work with what the command line says. A failure is told in a sentence. */
export function runCommand(moduleUrl: string, work: (args: readonly string[]) => Promise<unknown>): void {
  if (!isMain(moduleUrl)) return
  work(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
