import { parseArgs } from 'node:util'
import { interruptOnSignal } from '../bench/interruption.ts'
import { say } from './fleet/report.ts'
import { DELAY_MAX_MS, runFuzz } from './fuzz/run-fuzz.ts'

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
})

interruptOnSignal()
say(`seed ${options.seed}, ${options.seconds} s`)
const { routes, parsers, inputs, outcomes, longest, findings } = await runFuzz({
  isApart: true,
  seconds: Number(options.seconds),
  seed: Number(options.seed),
})
say(`${routes.covered} of ${routes.all} routes, ${parsers.covered} of ${parsers.all} parsers, ${inputs} inputs`)
say(
  `responses: ${Object.entries(outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} × ${count}`)
    .join(', ')}`,
)
say(`longest delay: ${Math.round(longest.ms)} ms (at most ${DELAY_MAX_MS}) for ${longest.where} by ${longest.what}`)
for (const finding of findings) say(`FOUND ${finding}`)
process.exitCode = findings.length === 0 ? 0 : 1
