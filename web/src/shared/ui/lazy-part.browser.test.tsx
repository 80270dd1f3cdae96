import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { lazyFile, lazyPart, PART_MISSING, useLoadedWhenIdle } from './lazy-part.tsx'

const parts = [{ load: vi.fn() }, { load: vi.fn() }] as const
const loads = () => parts.map(({ load }) => load.mock.calls.length)

function Page() {
  useLoadedWhenIdle(parts)
  return null
}

/** Longer than the delay before prefetching and the idle callback. */
const LONG_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const { load } of parts) load.mockReset()
  // Deletes the own property, so that the browser's property on the prototype is visible again.
  Reflect.deleteProperty(navigator, 'connection')
})

const connect = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

it.each([
  ['the user saves data', { saveData: true, effectiveType: '4g' }],
  ['the connection is slow', { saveData: false, effectiveType: '3g' }],
])('nothing is prefetched if %s', async (_case, connection) => {
  connect(connection)
  await openPart(<Page />)
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(loads()).toEqual([0, 0])
})

it.each([
  ['a fast connection', { saveData: false, effectiveType: '4g' }],
  ['a browser without connection information', undefined],
])('with %s, parts are prefetched one after the other, 5 seconds after the page is shown', async (_case, connection) => {
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

it('nothing is prefetched after the page was left', async () => {
  connect(undefined)
  const { unmount } = await openPart(<Page />)
  await unmount()
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(loads()).toEqual([0, 0])
})

const UNREACHABLE = 'http://127.0.0.1:65535/'

/** Adds a stylesheet that fails to load. Resolves with its error event. */
async function styleFrom(href: string): Promise<Event> {
  const { promise, resolve } = Promise.withResolvers<Event>()
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onerror: resolve }))
  return promise
}

it('a retry requests failed stylesheets again, once for all parts, and does not touch stylesheets that are loading', async () => {
  const links = () => [...document.querySelectorAll<HTMLLinkElement>(`link[href^="${UNREACHABLE}"]`)]
  const files = [1, 2, 3].map(() => lazyFile(() => Promise.reject(new Error('did not arrive'))))
  const loadAll = () => Promise.all(files.map(({ load }) => load()))
  expect(await loadAll()).toEqual([undefined, undefined, undefined])
  await styleFrom(`${UNREACHABLE}lost.css`)
  const [lost] = links()
  const onItsWay = styleFrom(`${UNREACHABLE}coming.css`)
  expect(await loadAll()).toEqual([undefined, undefined, undefined])
  await onItsWay
  expect(links().map(({ href }) => href)).toEqual([`${UNREACHABLE}lost.css`, `${UNREACHABLE}coming.css`])
  expect(links()[0]).not.toBe(lost)
  for (const link of links()) link.remove()
}, 10_000)

it('a part that suspends requests its chunk once, shows the failure, and loads the chunk again on request and on its next use', {
  tags: 'nightly',
}, async () => {
  vi.useRealTimers()
  const fetch = vi.fn<() => Promise<{ default: () => string }>>(() => Promise.reject(new Error('did not arrive')))
  const Part = lazyPart(fetch, { suspends: true })
  const open = () =>
    openPart(
      <Suspense>
        <Part />
      </Suspense>,
    )
  const { unmount } = await open()
  await expect.element(page.getByText(PART_MISSING)).toBeVisible()
  expect(fetch).toHaveBeenCalledTimes(1)
  await unmount()
  await open()
  await expect.element(page.getByText(PART_MISSING)).toBeVisible()
  expect(fetch).toHaveBeenCalledTimes(2)
  fetch.mockResolvedValue({ default: () => 'The part' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The part')).toBeVisible()
})
