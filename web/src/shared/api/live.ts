import { type Notification, streamNotifications } from '@app/contracts/http/notifications.ts'
import { createParser } from 'eventsource-parser'
import { endAskingAhead } from './asked-ahead.ts'
import { addressOf } from './send.ts'

/** The server sends a heartbeat every 15 s; three missed mean that the line is dead. */
const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

export interface Live {
  /** Some are told twice: coming back repeats the last seconds. */
  onNotification: (notification: Notification) => void
  /** The line holds, and something may have happened that it does not tell: it was broken, or things were asked before it. */
  onReturn: () => void
  onUnauthorized: () => void
}

interface LiveOptions extends Live {
  token: string
  /** Goes on where somebody else's line ended: after this event, or '' if that saw none. */
  after?: string
}

/**
 * Follows what happens, as server-sent events read with fetch so that the token stays in a header.
 * Comes back by itself after a broken line, from the last event it saw. Returns how to stop.
 */
export function followLive({ token, after, onNotification, onReturn, onUnauthorized }: LiveOptions): () => void {
  const stop = new AbortController()
  let lastEventId = after ?? ''
  let failures = 0
  let wasBroken = after !== undefined

  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id) lastEventId = id
      onNotification(JSON.parse(data))
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
      if (endAskingAhead() || wasBroken) onReturn()
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
