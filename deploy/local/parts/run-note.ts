import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, localTime } from './processes.ts'

/** The process that has locked a data folder. */
export interface Run {
  pid: number
  /** ISO 8601. */
  since: string
  /** URL of the product. Undefined for a command that only uses the data. */
  url?: string
}

const fileIn = (dataDir: string): string => join(dataDir, 'run.json')

/** Records in `run.json` that this process has locked the data folder. */
export function noteRun(dataDir: string, url: string | undefined): void {
  const run: Run = { pid: process.pid, since: new Date().toISOString(), ...(url !== undefined && { url }) }
  writeFileSync(fileIn(dataDir), JSON.stringify(run), { mode: 0o600 })
}

export function forgetRun(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

/** Returns the process that has locked the data folder, or undefined. Ignores the file of a process that is not running any more. */
export function readRun(dataDir: string): Run | undefined {
  try {
    const run = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Run
    return isAlive(run.pid) ? run : undefined
  } catch {
    // The folder is not locked, or the other process is still writing the file.
    return undefined
  }
}

/** Returns since when a run exists and how to stop it, as the middle part of an error message. */
export function describeRun(run: Run | undefined): string {
  if (!run) return ': stop it'
  return ` (${run.url ? `${run.url}, ` : ''}pid ${run.pid}, since ${localTime(new Date(run.since))}). Stop it with Ctrl-C in its terminal or "kill ${run.pid}"`
}
