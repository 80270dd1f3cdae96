import { expect, test } from 'vitest'
import { runFuzz } from '../faults/fuzz/run-fuzz.ts'

const SECONDS = 15
/** The test continues until this many inputs were sent, even on a slow machine. */
const INPUTS_MIN = 51
/** Maximum delay in ms. It is larger than in `npm run fuzz`, because other tests use the CPU at the same time. */
const DELAY_MAX_MS = 2_000

test('no input of a short fuzz run blocks the event loop, stops the process or causes a 500 response', async () => {
  const { parsers, inputs, findings } = await runFuzz({ seconds: SECONDS, inputsMin: INPUTS_MIN, seed: 1, delayMaxMs: DELAY_MAX_MS })
  expect(findings).toEqual([])
  expect(parsers.covered).toBe(parsers.all)
  expect(inputs).toBeGreaterThan(50)
})
