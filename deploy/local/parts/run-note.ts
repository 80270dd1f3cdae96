import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, localTime } from './processes.ts'

/** Which process holds a data folder. */
export interface Run {
  pid: number
  /** ISO 8601. */
  since: string
  /** Where the product listens; absent for a command that only uses the data. */
  url?: string
}

const fileIn = (dataDir: string): string => join(dataDir, 'run.json')

/** Notes this process as the holder of the data folder, which it has just locked. */
export function noteRun(dataDir: string, url: string | undefined): void {
  const run: Run = { pid: process.pid, since: new Date().toISOString(), ...(url !== undefined && { url }) }
  writeFileSync(fileIn(dataDir), JSON.stringify(run), { mode: 0o600 })
}

export function forgetRun(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

/** Returns the holder of the data folder, or undefined if there is none. A killed process leaves its note behind. */
export function readRun(dataDir: string): Run | undefined {
  try {
    const run = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Run
    return isAlive(run.pid) ? run : undefined
  } catch {
    // Nobody holds it, or its holder is just writing.
    return undefined
  }
}

/** Says since when and how a run can be stopped, as the middle of a sentence. */
export function describeRun(run: Run | undefined): string {
  if (!run) return ': stop it'
  return ` (${run.url ? `${run.url}, ` : ''}pid ${run.pid}, since ${localTime(new Date(run.since))}). Stop it with Ctrl-C in its terminal or "kill ${run.pid}"`
}
