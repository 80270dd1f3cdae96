import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

interface Ended {
  code: number
  printed: string
}

/** Runs a command of this service, such as `add-admin.ts`, with `input` as its standard input. Returns its exit code and output. */
export async function runCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<Ended> {
  const path = fileURLToPath(new URL(`../src/${name}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { env, stdio: 'pipe' })
  child.stdin.end(input)
  const [[code], ...printed] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, printed: printed.join('') }
}
