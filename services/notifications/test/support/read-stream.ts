import type { Notification } from '@app/contracts/http/notifications.ts'

export interface StreamReader {
  status: number
  headers: Headers
  text(): string
  notifications(): Notification[]
  reloads(): number
  /** The `id` of the last event that was received completely. */
  lastId(): string | undefined
  ended: Promise<void>
  hangUp(): void
}

export async function readStream(origin: string, headers: Record<string, string>): Promise<StreamReader> {
  const abort = new AbortController()
  const response = await fetch(`${origin}/notifications/stream`, { headers, signal: abort.signal })
  let text = ''
  const ended = (async () => {
    try {
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
    } catch {
      // The reader or the server closed the connection.
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
