import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('answers a burst with the run under way and one behind it', async () => {
  let started = 0
  let atOnce = 0
  const reload = oneAtATime(async () => {
    started += 1
    atOnce += 1
    expect(atOnce).toBe(1)
    await new Promise((resolve) => setTimeout(resolve))
    atOnce -= 1
  })

  await Promise.all([reload(), reload(), reload(), reload()])
  expect(started).toBe(2)
  await reload()
  expect(started).toBe(3)
})

it('runs again after a run that failed', async () => {
  let runs = 0
  const reload = oneAtATime(async () => {
    runs += 1
    if (runs === 1) throw new Error('down')
  })

  await expect(reload()).rejects.toThrow('down')
  await reload()
  expect(runs).toBe(2)
})
