import type { Notification } from '@app/contracts/http/notifications.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Caller, sessions } from '../stores/session.ts'
import { followLive, type Live } from './live.ts'
import { discardPrefetched } from './prefetched.ts'
import { tellUnauthorized } from './session-end.ts'

/** Hears everything that concerns the signed-in person while the component is on screen; ends with the session. */
export function useLive(caller: Caller, onNotification: (notification: Notification) => void): void {
  const token = sessions[caller]((session) => session.token)
  const queryClient = useQueryClient()
  const hear = useEffectEvent(onNotification)

  useEffect(() => {
    if (!token) return
    return followInTabs(token, {
      onNotification: (notification) => hear(notification),
      onReturn: () => void queryClient.invalidateQueries(),
      onUnauthorized: () => tellUnauthorized(caller, token),
    })
  }, [token, caller, queryClient])
}

/** Notifications that a tab remembers, so that it handles one once that comes again. */
const REMEMBERED = 200

/** What the tab that has the stream tells the others: one of what the stream tells it. */
type Told = { [Heard in keyof Live]: [Heard, ...Parameters<Live[Heard]>] }[keyof Live]

/**
 * Follows what happens, by one stream for all tabs of this browser that have the same session: each takes one of the few
 * connections that a browser opens to a server. The tab that holds the lock has it; when that tab goes, the next one goes on from the
 * last event that was told. Each event is heard once. Returns how to stop.
 */
function followInTabs(token: string, live: Live): () => void {
  const seen = new Set<number>()
  let position = ''
  const hear: Live = {
    ...live,
    onNotification(notification, at = '') {
      position = at || position
      if (seen.has(notification.id)) return
      seen.add(notification.id)
      if (seen.size > REMEMBERED) seen.delete(Math.min(...seen))
      live.onNotification(notification)
    },
  }
  // Browsers keep locks from pages that come without TLS.
  if (!navigator.locks) return followLive({ ...hear, token })

  const stop = new AbortController()
  // The end of a token tells sessions apart, and opens nothing.
  const name = `live ${token.slice(-16)}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<Told>) => tell(hear, data)

  /** Has the stream for all tabs, for as long as this one is there. */
  function lead(after?: string): Promise<void> {
    const pass = (...told: Told) => {
      channel.postMessage(told)
      tell(hear, told)
    }
    const end = followLive({
      token,
      after,
      onNotification: (...heard) => pass('onNotification', ...heard),
      onReturn: () => pass('onReturn'),
      onUnauthorized: () => pass('onUnauthorized'),
    })
    return new Promise((resolve) =>
      stop.signal.addEventListener('abort', () => {
        end()
        resolve()
      }),
    )
  }

  async function take(): Promise<void> {
    const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !stop.signal.aborted) await lead()
      return lock !== null
    })
    if (isFirst) return
    if (discardPrefetched()) live.onReturn()
    await navigator.locks.request(name, { signal: stop.signal }, () => lead(position))
  }

  take().catch(() => {})
  stop.signal.addEventListener('abort', () => channel.close())
  return () => stop.abort()
}

function tell(live: Live, [heard, ...what]: Told): void {
  if (heard === 'onNotification') live.onNotification(...(what as Parameters<Live['onNotification']>))
  else live[heard]()
}
