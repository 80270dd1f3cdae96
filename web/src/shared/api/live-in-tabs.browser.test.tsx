import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { expect, it } from 'vitest'
import { answer, never } from '../../testing/api.ts'
import { openPart, signInAs } from '../../testing/open.tsx'
import { useLive } from './live-in-tabs.ts'

const FIRST = 'the-token-of-ann'
const SECOND = 'the-token-of-ben'

/** Returns the names of the Web Locks for live streams in this browser. Each session has one lock. */
async function streams(): Promise<string[]> {
  const { held } = await navigator.locks.query()
  return (held ?? []).flatMap(({ name }) => (name?.startsWith('live ') ? name : []))
}

it('after another user signs in in another tab, notifications of the previous user are ignored', async () => {
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

  // The app now reloads the page. The test prevents this, because a reload would end the test.
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
  // Messages arrive in order. So when notification 3 has arrived, notification 2 was already received or ignored.
  const second = new BroadcastChannel(`live ${SECOND}`)
  second.postMessage(['onNotification', { id: 3 }])
  await expect.poll(() => heard).toEqual([1, 3])
  others.close()
  second.close()
  tab.remove()
})
