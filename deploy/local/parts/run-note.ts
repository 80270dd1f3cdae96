import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, localTime } from './processes.ts'

/** The process that has locked a data folder. */
export interface Run {
  pid: number
  /** ISO time */
  since: string
  /** URL of the product. Undefined for a command that only uses the data. */
  url?: string
}

const fileIn = (dataDir: string): string => join(dataDir, 'run.json')

export function noteRun(dataDir: string, url: string | undefined): void {
  const run: Run = { pid: process.pid, since: new Date().toISOString(), ...(url !== undefined && { url }) }
  writeFileSync(fileIn(dataDir), JSON.stringify(run), { mode: 0o600 })
}

export function forgetRun(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

/** Returns the process that has locked the data folder. Ignores the `run.json` of a process that has exited. */
export function readRun(dataDir: string): Run | undefined {
  try {
    const run = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Run
    return isAlive(run.pid) ? run : undefined
  } catch {
    // The folder is not locked, or the other process has not written the file completely.
    return undefined
  }
}

/** Returns a part of an error message: the run's URL, pid and start time, and how to stop the run. */
export function describeRun(run: Run | undefined): string {
  if (!run) return ': stop it'
  return ` (${run.url ? `${run.url}, ` : ''}pid ${run.pid}, since ${localTime(new Date(run.since))}). Stop it with Ctrl-C in its terminal or "kill ${run.pid}"`
}
