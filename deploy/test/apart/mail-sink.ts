import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface MailSink {
  url: string
  /** Number of times that each mail was received, by the id in its Message-ID. Retries have the same id. */
  received: ReadonlyMap<string, number>
  stop(): Promise<void>
}

export async function startMailSink(host = '127.0.0.1', atPort = 0): Promise<MailSink> {
  const received = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      text(stream).then((mail) => {
        const [, id = ''] = /^message-id:\s*<([^@>]+)@/im.exec(mail) ?? []
        received.set(id, (received.get(id) ?? 0) + 1)
        callback()
      }, callback)
    },
  })
  // When a sender is killed, its connection is closed, and the server emits an error.
  server.on('error', () => {})
  await once(server.listen(atPort, host), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
