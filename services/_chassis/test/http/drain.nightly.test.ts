import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createApp } from '@app/chassis/http/app.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { expect, it, onTestFinished } from 'vitest'

/**
 * Starts an app with the routes `/slow` and `/quick`. `requested` resolves when a client calls `/slow`. The response to this call is sent
 * when the test calls `respond`.
 */
async function startSlow() {
  const app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  let calls = 0
  const requested = Promise.withResolvers<void>()
  const response = Promise.withResolvers<object>()
  app.route({
    method: ['GET', 'POST'],
    url: '/slow',
    ...({ access: 'public' } as object),
    handler: () => {
      calls += 1
      requested.resolve()
      return response.promise
    },
  })
  app.get('/quick', { access: 'public' } as object, async () => ({ quick: true }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, url, port, calls: () => calls, requested: requested.promise, respond: response.resolve }
}

it('after retire, readiness fails, requests are served, and responses close their connections', async () => {
  const { app, url } = await startSlow()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await app.retire(0)
  const ready = await fetch(`${url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({ status: 'stopping' })
  const served = await fetch(`${url}/quick`)
  expect(served.status).toBe(200)
  expect(served.headers.get('connection')).toBe('close')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await app.close()
})

it('closing does not wait for unused connections, but waits for running requests', async () => {
  const { app, url, port, requested, respond } = await startSlow()
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const slow = fetch(`${url}/slow`)
  await requested

  const closed = app.close()
  await once(silent.resume(), 'close')
  respond({ late: true })
  const late = await slow
  expect(late.headers.get('connection')).toBe('close')
  expect(await late.json()).toEqual({ late: true })
  await closed
})

it.each([
  ['GET', 'stopping'],
  ['POST', 'outcome-unknown'],
])('a %s request without a response at the end of the drain gets a 503 with code %s', async (method, code) => {
  const { app, url, requested } = await startSlow()
  const slow = fetch(`${url}/slow`, { method })
  await requested
  const closed = app.closeWithin(50)
  const response = await slow
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.json()).toMatchObject({ status: 503, code })
  await closed
})

it('a request whose body is incomplete at the end of the drain gets a 503 and has no effect', async () => {
  const { app, port, calls } = await startSlow()
  const headers = { 'content-type': 'application/json', 'content-length': '12' }
  const half = request({ host: '127.0.0.1', port, method: 'POST', path: '/slow', headers })
  half.write('{"a":')
  await once(app.server, 'request')
  const closed = app.closeWithin(50)
  const [response] = (await once(half, 'response')) as [IncomingMessage]
  half.on('error', () => {})
  half.end('"whole"')
  expect(response.statusCode).toBe(503)
  expect(response.headers).toMatchObject({ connection: 'close', 'retry-after': '1' })
  expect(JSON.parse(await text(response))).toMatchObject({ code: 'stopping' })
  await closed
  expect(calls()).toBe(0)
})

/** Sends requests on one keep-alive connection until the server refuses a new connection. Returns their statuses. */
async function requestUntilClosed(port: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const statuses: number[] = []
  for (;;) {
    const sent = request({ host: '127.0.0.1', port, path: '/quick', agent }).end()
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await text(response)
      statuses.push(response.statusCode ?? 0)
    } catch (error) {
      if (sent.reusedSocket) throw error
      return statuses
    }
  }
}

it('clients with keep-alive connections under load lose no request when the server stops', async () => {
  const { app, port } = await startSlow()
  let served = 0
  const isUnderLoad = Promise.withResolvers<void>()
  app.server.on('request', () => {
    served += 1
    if (served === 100) isUnderLoad.resolve()
  })
  const clients = Array.from({ length: 8 }, () => requestUntilClosed(port))
  await isUnderLoad.promise
  await app.close()
  const statuses = (await Promise.all(clients)).flat()
  expect(statuses.length).toBeGreaterThanOrEqual(100)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
