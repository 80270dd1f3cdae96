import { unlessInterrupted } from '../../bench/interruption.ts'
import { say } from '../../faults/fleet/report.ts'
import type { Traffic } from '../../faults/fleet/traffic.ts'

export const failuresOf = ({ figures }: Traffic): number => [...figures.failed.values()].reduce((sum, count) => sum + count, 0)

const row = (what: string, seconds: string, requests: number | string, failed: number | string): string =>
  `${what.padEnd(50)} ${seconds.padStart(9)} ${String(requests).padStart(9)} ${String(failed).padStart(9)}`

export const sayHeading = (): void => say(row('', 'seconds', 'requests', 'failed'))

/** Runs a step and prints its duration, requests and failures as a line of the table. */
export async function step(what: string, work: () => Promise<unknown>, traffic?: Traffic): Promise<void> {
  const begun = performance.now()
  const before = traffic && { requests: traffic.figures.requests, failed: failuresOf(traffic) }
  await unlessInterrupted(work())
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  say(row(what, seconds, before ? traffic.figures.requests - before.requests : '', before ? failuresOf(traffic) - before.failed : ''))
}
