import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { exchange } from '../src/upstreams/exchange.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const CHUNKS = 15

/** Sends a response of nearly a megabyte. Returns its body, and whether the upstream was paused before the end. */
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
  const answer = await exchange({ dispatcher, options: { method: 'GET', path: '/' }, isReadAhead: true, onOver() {} })
  return { body: answer.body as Readable, waits }
}

test('unread responses are buffered up to a total limit; reading one frees memory for another', async () => {
  const taken = await Promise.all(Array.from({ length: 136 }, largeAnswer))
  expect(taken.filter(({ waits }) => waits)).toEqual([])
  const late = await largeAnswer()
  expect(late.waits).toBe(true)
  for await (const _chunk of taken[0]?.body ?? []);
  const room = await largeAnswer()
  expect(room.waits).toBe(false)
  for (const { body } of [...taken, late, room]) body.destroy()
})
