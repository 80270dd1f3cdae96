import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPart } from '../../testing/open.tsx'
import { lazyFile, useLoadedWhenIdle } from './lazy-part.tsx'

const parts = [{ load: vi.fn() }, { load: vi.fn() }] as const
const loads = () => parts.map(({ load }) => load.mock.calls.length)

function Page() {
  useLoadedWhenIdle(parts)
  return null
}

/** Longer than a browser waits for a page to be idle. */
const LONG_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const { load } of parts) load.mockReset()
  // The browser's own shows again.
  Reflect.deleteProperty(navigator, 'connection')
})

const connect = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

it.each([
  ['data is to be saved', { saveData: true, effectiveType: '4g' }],
  ['the line is slow', { saveData: false, effectiveType: '3g' }],
])('nothing is fetched ahead where %s', async (_case, connection) => {
  connect(connection)
  await openPart(<Page />)
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(loads()).toEqual([0, 0])
})

it.each([
  ['a fast line', { saveData: false, effectiveType: '4g' }],
  ['a browser that does not tell', undefined],
])('with %s, parts are fetched ahead, one after the other, five seconds after the page stands', async (_case, connection) => {
  connect(connection)
  const { promise: first, resolve: arrive } = Promise.withResolvers<void>()
  parts[0].load.mockReturnValue(first)
  await openPart(<Page />)
  await vi.advanceTimersByTimeAsync(4999)
  expect(loads()).toEqual([0, 0])
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(loads()).toEqual([1, 0])
  arrive()
  await vi.advanceTimersByTimeAsync(0)
  expect(loads()).toEqual([1, 1])
})

it('nothing is fetched ahead of a page that has been left', async () => {
  connect(undefined)
  const { unmount } = await openPart(<Page />)
  await unmount()
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(loads()).toEqual([0, 0])
})

/** Nobody is there. */
const NOWHERE = 'http://127.0.0.1:65535/'

/** A stylesheet that will not arrive; resolves when it says so itself. */
async function styleFrom(href: string): Promise<Event> {
  const { promise, resolve } = Promise.withResolvers<Event>()
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onerror: resolve }))
  return promise
}

it('what is wanted again asks again for styles that did not arrive, once for all, and leaves those alone that are on their way', async () => {
  const links = () => [...document.querySelectorAll<HTMLLinkElement>(`link[href^="${NOWHERE}"]`)]
  const files = [1, 2, 3].map(() => lazyFile(() => Promise.reject(new Error('did not arrive'))))
  const loadAll = () => Promise.all(files.map(({ load }) => load()))
  expect(await loadAll()).toEqual([undefined, undefined, undefined])
  await styleFrom(`${NOWHERE}lost.css`)
  const [lost] = links()
  const onItsWay = styleFrom(`${NOWHERE}coming.css`)
  expect(await loadAll()).toEqual([undefined, undefined, undefined])
  await onItsWay
  expect(links().map(({ href }) => href)).toEqual([`${NOWHERE}lost.css`, `${NOWHERE}coming.css`])
  expect(links()[0]).not.toBe(lost)
  for (const link of links()) link.remove()
}, 10_000)
