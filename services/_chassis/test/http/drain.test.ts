import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createApp } from '@app/chassis/http/app.ts'
import { testKeys } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

/** An app that answers one path when told to, and says when it was asked. */
async function startSlow() {
  const app = await createApp({ log: recordingLogger().log, keys: testKeys, checks: {} })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<object>()
  app.get('/slow', { access: 'public' } as object, () => {
    asked.resolve()
    return answer.promise
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, url, port, asked: asked.promise, answer: answer.resolve }
}

it('closing waits for no connection that never sent a byte, and for answers that are on their way', async () => {
  const { app, url, port, asked, answer } = await startSlow()
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const slow = fetch(`${url}/slow`)
  await asked

  const began = Date.now()
  const closed = app.close()
  await once(silent.resume(), 'close')
  answer({ late: true })
  expect(await (await slow).json()).toEqual({ late: true })
  await closed
  expect(Date.now() - began).toBeLessThan(3_000)
})

it('what is not answered within 5 s of closing is cut off', async () => {
  const { app, url, asked } = await startSlow()
  const slow = fetch(`${url}/slow`)
  const failed = expect(slow).rejects.toThrow()
  await asked
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closed = app.close()
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  vi.advanceTimersByTime(5_000)
  await failed
  await closed
})
