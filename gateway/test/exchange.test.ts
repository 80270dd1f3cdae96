import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { exchange } from '../src/upstreams/exchange.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const CHUNKS = 15

/** An upstream's answer of nearly a megabyte; tells whether it was asked to wait before that was over. */
async function largeAnswer(): Promise<{ body: Readable; waits: boolean }> {
  let waits = false
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    resume() {},
    abort() {},
    pause() {
      waits = true
    },
  }
  const dispatcher = {
    dispatch(_options: unknown, handler: Dispatcher.DispatchHandler) {
      handler.onResponseStart?.(controller, 200, { 'content-length': String(CHUNKS * CHUNK.length) }, 'OK')
      for (let sent = 0; sent < CHUNKS && !waits; sent++) handler.onResponseData?.(controller, CHUNK)
      if (!waits) handler.onResponseEnd?.(controller, {})
      return true
    },
  } as Dispatcher
  const answer = await exchange({ dispatcher, options: { method: 'GET', path: '/' }, isTakenAhead: true, onOver() {} })
  return { body: answer.body as Readable, waits }
}

test('answers that nobody reads are taken up to a bound for all of them; what is read makes room', async () => {
  const taken = await Promise.all(Array.from({ length: 136 }, largeAnswer))
  expect(taken.filter(({ waits }) => waits)).toEqual([])
  const late = await largeAnswer()
  expect(late.waits).toBe(true)
  for await (const _chunk of taken[0]?.body ?? []);
  const room = await largeAnswer()
  expect(room.waits).toBe(false)
  for (const { body } of [...taken, late, room]) body.destroy()
})
