import type { Notification } from '@app/contracts/http/notifications.ts'

export interface StreamReader {
  status: number
  headers: Headers
  /** Returns the raw text received so far. */
  text(): string
  notifications(): Notification[]
  /** Returns the number of `reload` events. */
  reloads(): number
  /** Returns the `id` of the last event that was received completely. */
  lastId(): string | undefined
  /** Resolves when the stream has ended. */
  ended: Promise<void>
  hangUp(): void
}

/** Opens a live stream over HTTP. */
export async function readStream(origin: string, headers: Record<string, string>): Promise<StreamReader> {
  const abort = new AbortController()
  const response = await fetch(`${origin}/notifications/stream`, { headers, signal: abort.signal })
  let text = ''
  const ended = (async () => {
    try {
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
    } catch {
      // The connection was closed by the reader or by the server.
    }
  })()
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    notifications: () => [...text.matchAll(/^event: notification\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data ?? '')),
    reloads: () => [...text.matchAll(/^event: reload\ndata: .*\n\n/gm)].length,
    lastId: () => [...text.matchAll(/^id: (.*)\n(?:.+\n)*\n/gm)].at(-1)?.[1],
    ended,
    hangUp: () => abort.abort(),
  }
}
