import type { Notification } from '@app/contracts/http/notifications.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Caller, sessions } from '../stores/session.ts'
import { followLive, type Live } from './live.ts'
import { discardPrefetched } from './prefetched.ts'
import { reportUnauthorized } from './session-end.ts'

/** Passes the signed-in user's notifications to the callback while the component is mounted. */
export function useLive(caller: Caller, onNotification: (notification: Notification) => void): void {
  const token = sessions[caller]((session) => session.token)
  const queryClient = useQueryClient()
  const receive = useEffectEvent(onNotification)

  useEffect(() => {
    if (!token) return
    return followInTabs(token, {
      onNotification: (notification) => receive(notification),
      onReturn: () => void queryClient.invalidateQueries(),
      onUnauthorized: () => reportUnauthorized(caller, token),
    })
  }, [token, caller, queryClient])
}

/** Number of notification ids that a tab stores to detect duplicates. */
const MAX_SEEN = 200

/** Message to the other tabs, sent by the tab that has opened the stream: the name of a `Live` callback and its arguments. */
type TabMessage = { [Name in keyof Live]: [Name, ...Parameters<Live[Name]>] }[keyof Live]

/**
 * Receives the live stream. All tabs of a session share one stream, because browsers limit the connections per server. The tab that has the
 * Web Lock opens the stream and broadcasts its events. When that tab closes, the next tab gets the lock and resumes after the last event.
 * Returns a function that stops receiving.
 */
function followInTabs(token: string, live: Live): () => void {
  const seen = new Set<number>()
  let position = ''
  const unseen: Live = {
    ...live,
    onNotification(notification, at = '') {
      position = at || position
      if (seen.has(notification.id)) return
      seen.add(notification.id)
      if (seen.size > MAX_SEEN) seen.delete(Math.min(...seen))
      live.onNotification(notification)
    },
  }
  // Browsers offer locks only in secure contexts (HTTPS). Without locks, each tab opens its own stream.
  if (!navigator.locks) return followLive({ ...unseen, token })

  const stop = new AbortController()
  // The last 16 characters of a token identify the session, but are not enough to authenticate.
  const name = `live ${token.slice(-16)}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => deliver(unseen, data)

  /** Opens the stream and broadcasts its events to all tabs, until `stop` is aborted. */
  function lead(after?: string): Promise<void> {
    const broadcast = (...message: TabMessage) => {
      channel.postMessage(message)
      deliver(unseen, message)
    }
    const end = followLive({
      token,
      after,
      onNotification: (...args) => broadcast('onNotification', ...args),
      onReturn: () => broadcast('onReturn'),
      onUnauthorized: () => broadcast('onUnauthorized'),
    })
    return new Promise((resolve) =>
      stop.signal.addEventListener('abort', () => {
        end()
        resolve()
      }),
    )
  }

  async function leadWhenPossible(): Promise<void> {
    const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !stop.signal.aborted) await lead()
      return lock !== null
    })
    if (isFirst) return
    if (discardPrefetched()) live.onReturn()
    await navigator.locks.request(name, { signal: stop.signal }, () => lead(position))
  }

  leadWhenPossible().catch(() => {})
  stop.signal.addEventListener('abort', () => channel.close())
  return () => stop.abort()
}

function deliver(live: Live, [name, ...args]: TabMessage): void {
  if (name === 'onNotification') live.onNotification(...(args as Parameters<Live['onNotification']>))
  else live[name]()
}
