import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { join } from 'node:path'
import type { PartLog } from '../log.ts'
import { Mailbox } from './mailbox.ts'
import { createReceiver } from './receive.ts'
import { serveInbox } from './serve-page.ts'

const LOOPBACK = '127.0.0.1'

export interface MailInboxOptions {
  /** Any free one if left out. */
  smtpPort?: number
  httpPort: number
  dataDir: string
  log: PartLog
}

/** Takes the mails the product sends and shows them on a page instead of delivering them. */
export async function startMailInbox(options: MailInboxOptions): Promise<{ smtpUrl: string; url: string; stop(): Promise<void> }> {
  const mailbox = await Mailbox.open(join(options.dataDir, 'mail'))
  const receiver = createReceiver((mail) => mailbox.add(mail), options.log)
  receiver.listen(options.smtpPort ?? 0, LOOPBACK)
  await once(receiver.server, 'listening')

  const web = createServer((request, response) => {
    serveInbox(mailbox, request, response).catch((error: Error) => {
      options.log.warn(`Mail inbox: ${error.message}`)
      response.destroy()
    })
  })
  web.listen(options.httpPort, LOOPBACK)
  await once(web, 'listening')
  return {
    smtpUrl: `smtp://${LOOPBACK}:${portOf(receiver.server)}`,
    url: `http://${LOOPBACK}:${portOf(web)}`,
    stop: async () => {
      await Promise.all([new Promise<void>((resolve) => receiver.close(resolve)), closeWeb(web)])
    },
  }
}

function portOf(server: TcpServer): number {
  return (server.address() as AddressInfo).port
}

async function closeWeb(web: Server): Promise<void> {
  const closed = once(web, 'close')
  web.close()
  web.closeAllConnections()
  await closed
}
