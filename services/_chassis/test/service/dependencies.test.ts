import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answersAt, watchDependencies } from '@app/chassis/service/dependencies.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'

it('reports dependencies as a metric, and logs each change once', async () => {
  const registry = new Registry()
  const { log, lines } = recordingLogger()
  let looks = 0
  let isUp = true
  const store = async () => {
    looks += 1
    if (!isUp) throw new Error('nobody there')
  }
  const watching = watchDependencies({ watched: { store }, known: { broker: () => isUp }, registry, log, checkEveryMs: 10 })
  onTestFinished(() => watching.stop())
  const shown = async (value: number) => {
    const text = await registry.metrics()
    return ['store', 'broker'].every((name) => text.includes(`dependency_up{dependency="${name}"} ${value}`))
  }
  const logged = (message: string) => lines.filter((line) => line.includes(message)).length

  await expect.poll(() => shown(1)).toBe(true)
  expect(lines).toEqual([])
  isUp = false
  await expect.poll(() => shown(0)).toBe(true)
  const away = watching.parts()
  expect(away.map(({ name, isUp: itIs }) => [name, itIs]).sort()).toEqual([
    ['broker', false],
    ['store', false],
  ])
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before + 3)
  expect(logged('a dependency is away')).toBe(1)
  // `since` is the time of the last change. Further checks do not update it.
  expect(watching.parts()).toEqual(away)
  isUp = true
  await expect.poll(() => shown(1)).toBe(true)
  expect(logged('a dependency is back')).toBe(1)
  expect(watching.parts().every((part) => part.isUp && part.since >= String(away[0]?.since))).toBe(true)
})

it('a service is reachable if /healthz responds with 200', async () => {
  let status = 200
  const peer = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void peer.close())
  await once(peer, 'listening')
  const check = answersAt(`http://127.0.0.1:${(peer.address() as AddressInfo).port}`)
  await check()
  status = 503
  await expect(check()).rejects.toThrow('503')
  await expect(answersAt('http://127.0.0.1:9')()).rejects.toThrow()
})
