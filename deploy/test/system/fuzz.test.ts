import { expect, test } from 'vitest'
import { runFuzz } from '../fuzz/run-fuzz.ts'

const SECONDS = 15

test('no input of a short fuzz run blocks the event loop, ends the process or is answered with 500', async () => {
  const { parsers, inputs, findings } = await runFuzz({ seconds: SECONDS, seed: 1 })
  expect(findings).toEqual([])
  expect(parsers.covered).toBe(parsers.all)
  expect(inputs).toBeGreaterThan(50)
})
