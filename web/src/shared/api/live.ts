import { type Notification, streamNotifications } from '@app/contracts/http/notifications.ts'
import { createParser } from 'eventsource-parser'
import { discardPrefetched } from './prefetched.ts'
import { addressOf } from './send.ts'

/** The server sends a heartbeat every 15 s; three missed mean that the line is dead. */
const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** After a broken line: a reload that the server sends at once is done together with the refresh of the return. */
const RETURN_WITHIN_MS = 250
/** All open screens may be told to reload at the same moment: each waits for a random part of this. */
const RELOAD_WITHIN_MS = 2_000

export interface Live {
  /** `position` is the id from which a stream resumes after this notification. */
  onNotification: (notification: Notification, position?: string) => void
  /** All that is shown may be stale: the line was broken, the server told to reload, or data was requested before the stream. */
  onReturn: () => void
  onUnauthorized: () => void
}

interface LiveOptions extends Live {
  token: string
  /** Goes on where the stream of another tab ended: after this event id, or '' if that tab got none. */
  after?: string
}

/**
 * Reads the live stream, as server-sent events by fetch so that the token stays in a header. Reconnects after a broken line and resumes
 * from the last event id. Returns a function that stops it.
 */
export function followLive({ token, after, onNotification, onReturn, onUnauthorized }: LiveOptions): () => void {
  const stop = new AbortController()
  let lastEventId = after ?? ''
  let failures = 0
  let wasBroken = after !== undefined
  let refresh: ReturnType<typeof setTimeout> | undefined

  /** Refreshes once for everything that asks for it meanwhile. */
  function refreshWithin(milliseconds: number): void {
    refresh ??= setTimeout(() => {
      refresh = undefined
      onReturn()
    }, milliseconds)
  }
  stop.signal.addEventListener('abort', () => clearTimeout(refresh))

  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (id) lastEventId = id
      if (event === 'reload') refreshWithin(Math.random() * RELOAD_WITHIN_MS)
      else onNotification(JSON.parse(data), lastEventId)
    },
  })

  async function readUntilBroken(): Promise<void> {
    const silence = new AbortController()
    let watchdog = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const response = await fetch(addressOf(streamNotifications.url), {
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

/** Doubles up to half a minute, then a random half of it, so that not all tabs come back at once. */
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

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
