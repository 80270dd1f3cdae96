import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { expect, it } from 'vitest'
import { answer, never } from '../../testing/api.ts'
import { openPart, signInAs } from '../../testing/open.tsx'
import { useLive } from './live-in-tabs.ts'

const FIRST = 'the-token-of-ann'
const SECOND = 'the-token-of-ben'

/** The sessions whose stream this browser has. */
async function streams(): Promise<string[]> {
  const { held } = await navigator.locks.query()
  return (held ?? []).flatMap(({ name }) => (name?.startsWith('live ') ? name : []))
}

it('a person who signs in in another tab ends the stream of the one before: nothing is heard of that any more', async () => {
  const heard: number[] = []
  function Listener() {
    useLive('owner', ({ id }) => heard.push(id))
    return null
  }
  const asked = answer(streamNotifications, never)
  signInAs.owner(FIRST)
  await openPart(<Listener />)
  await expect.poll(streams).toEqual([`live ${FIRST}`])
  const others = new BroadcastChannel(`live ${FIRST}`)
  const tell = (id: number) => others.postMessage(['onNotification', { id }])
  tell(1)
  await expect.poll(() => heard).toEqual([1])

  // The page is loaded anew, which would end the test with it.
  const loading = new Promise((resolve) =>
    window.navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault()
        resolve(event.navigationType)
      },
      { once: true },
    ),
  )
  const tab = document.body.appendChild(document.createElement('iframe'))
  tab.contentWindow?.localStorage.setItem('token', SECOND)
  expect(await loading).toBe('reload')
  await expect.poll(streams).toEqual([`live ${SECOND}`])
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${FIRST}`, `Bearer ${SECOND}`])
  tell(2)
  // Told in turn: once this one has arrived, the one before has too.
  const second = new BroadcastChannel(`live ${SECOND}`)
  second.postMessage(['onNotification', { id: 3 }])
  await expect.poll(() => heard).toEqual([1, 3])
  others.close()
  second.close()
  tab.remove()
})
