import { type Notification, streamNotifications } from '@app/contracts/http/notifications.ts'
import { createParser } from 'eventsource-parser'
import { pause } from './pause.ts'
import { discardPrefetched } from './prefetched.ts'
import { urlOf } from './send.ts'

/** The server sends a heartbeat every 15 s. Three missed heartbeats mean that the connection is dead. */
const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Delay of the refresh after a reconnect, in ms. If the server sends `reload` within this time, there is only one refresh. */
const RETURN_WITHIN_MS = 250
/** The server may send `reload` to all screens at once. Each screen waits a random part of this time, which spreads the load. */
const RELOAD_WITHIN_MS = 2_000

export interface Live {
  /** `position` is the event id after which a stream can resume. */
  onNotification: (notification: Notification, position?: string) => void
  /**
   * Called when displayed data may be stale: after a lost connection, after `reload`, or when the stream opens and the page had prefetched
   * data before.
   */
  onReturn: () => void
  onUnauthorized: () => void
}

interface LiveOptions extends Live {
  token: string
  /** Last event id of another tab whose stream this tab continues. Empty if the other tab received no event. */
  after?: string
}

/**
 * Reads the live stream: server-sent events over `fetch`, because `EventSource` cannot send the token in a header. After a lost connection,
 * the function reconnects and resumes after the last event id. Returns a function that closes the stream.
 */
export function followLive({ token, after, onNotification, onReturn, onUnauthorized }: LiveOptions): () => void {
  const stop = new AbortController()
  let lastEventId = after ?? ''
  let failures = 0
  let wasBroken = after !== undefined
  let refresh: ReturnType<typeof setTimeout> | undefined

  /** Several calls during the delay cause only one `onReturn`. */
  function refreshWithin(milliseconds: number): void {
    refresh ??= setTimeout(() => {
      refresh = undefined
      onReturn()
    }, milliseconds)
  }
  stop.signal.addEventListener('abort', () => clearTimeout(refresh))

  const parser = createParser({
    // Also called for an id without data. The server sends the current position this way when a stream begins.
    onId(id) {
      lastEventId = id
    },
    onEvent({ event, data }) {
      if (event === 'reload') refreshWithin(Math.random() * RELOAD_WITHIN_MS)
      else onNotification(JSON.parse(data), lastEventId)
    },
  })

  async function readUntilBroken(): Promise<void> {
    const silence = new AbortController()
    let watchdog = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const response = await fetch(urlOf(streamNotifications.url), {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(lastEventId && { 'last-event-id': lastEventId }),
        },
        signal: AbortSignal.any([stop.signal, silence.signal]),
      })
      if (response.status === 401) {
        stop.abort()
        onUnauthorized()
      }
      if (!response.ok || !response.body) return
      if (discardPrefetched()) onReturn()
      else if (wasBroken) refreshWithin(RETURN_WITHIN_MS)
      for await (const text of textOf(response.body)) {
        failures = 0
        clearTimeout(watchdog)
        watchdog = setTimeout(() => silence.abort(), SILENCE_MS)
        parser.feed(text)
      }
    } finally {
      clearTimeout(watchdog)
      parser.reset()
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await readUntilBroken().catch(() => {})
      wasBroken = true
      if (!stop.signal.aborted) await pause(waitAfter(failures++), stop.signal)
    }
  }

  void run()
  return () => stop.abort()
}

/** Returns the delay in ms before a reconnect: exponential backoff up to 30 s. Half of it is random, to spread the reconnects. */
export function waitAfter(failures: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
  return wait / 2 + Math.random() * (wait / 2)
}

async function* textOf(body: ReadableStream<BufferSource>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}
