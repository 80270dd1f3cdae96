import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { interruption } from '../../bench/interruption.ts'

const OUTPUT_MAX = 64 * 1024 * 1024

/** Runs a command and returns its standard output. If the command fails, throws an error with the command's error output. */
export async function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { ...options, maxBuffer: OUTPUT_MAX, signal: interruption })
  return stdout.trim()
}
