import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Finding } from './finding.ts'
import type { Traffic } from './traffic.ts'

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(50) : String(cell).padStart(9))).join(' ')

/** Prints each error in the log files and its count. The errors do not fail the test, because killed processes cause errors. */
export async function sayErrorsIn(logs: string): Promise<void> {
  const counts = new Map<string, number>()
  for (const file of await readdir(logs)) {
    for await (const line of createInterface(createReadStream(join(logs, file)))) {
      if (!line.includes('"level":50')) continue
      const { name, msg, err } = JSON.parse(line) as { name: string; msg: string; err?: { message: string } }
      const what = `${name}: ${msg}${err ? `: ${err.message.slice(0, 100)}` : ''}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
  }
  say('\nErrors in the logs:')
  for (const [what, count] of [...counts].sort()) say(`  ${String(count).padStart(6)} × ${what}`)
}

/** Prints a table of findings. Returns true if nothing was lost or duplicated. */
export function sayFindings(findings: readonly Finding[]): boolean {
  say(`\n${row(['', 'expected', 'lost', 'duplicate'])}`)
  for (const { what, expected, lost, doubled, note, differing = [] } of findings) {
    say(`${row([what, expected, lost, doubled])}${note ? `  ${note}` : ''}`)
    for (const one of differing) say(`  ${one}`)
  }
  return findings.every(({ lost, doubled }) => lost === 0 && doubled === 0)
}

/**
 * Prints the statistics of the traffic and the findings of the audit. Returns true if no story (`story.ts`) failed, and if the audit found
 * no lost and no duplicate data.
 */
export function reportOn({ figures, stories, broken }: Traffic, findings: readonly Finding[]): boolean {
  say(
    `\n${stories.length} stories: ${figures.operations} operations in ${figures.requests} requests, ${figures.replayed} replayed responses`,
  )
  say(`slowest operation ${(figures.slowest / 1000).toFixed(1)} s, including retries`)
  for (const [what, count] of [...figures.failed].sort()) say(`  ${String(count).padStart(6)} × ${what}`)
  for (const reason of broken) say(`  failed story: ${reason}`)
  const isSound = sayFindings(findings) && broken.length === 0
  say(isSound ? '\nPASSED: nothing was lost or duplicated.' : '\nFAILED.')
  return isSound
}
