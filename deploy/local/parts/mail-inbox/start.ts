import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { PartLog } from '../log.ts'
import { close, hostOf, LOOPBACK, listen } from '../loopback.ts'
import { Mailbox } from './mailbox.ts'
import { createReceiver } from './receive.ts'
import { serveInbox } from './serve-page.ts'

export interface MailInboxOptions {
  /** Default: any free port. */
  smtpPort?: number
  httpPort: number
  dataDir: string
  log: PartLog
}

/** Starts an SMTP server that stores the product's mails and a web page that shows them. No mail is delivered. */
export async function startMailInbox(options: MailInboxOptions): Promise<{ smtpUrl: string; url: string; stop(): Promise<void> }> {
  const mailbox = await Mailbox.open(join(options.dataDir, 'mail'))
  const receiver = createReceiver(
    (mail) => mailbox.add(mail),
    options.log,
    (address) => mailbox.isClosed(address),
  )
  receiver.listen(options.smtpPort ?? 0, LOOPBACK)
  await once(receiver.server, 'listening')

  const web = createServer((request, response) => {
    serveInbox(mailbox, request, response).catch((error: Error) => {
      options.log.warn(`Mail inbox: ${error.message}`)
      response.destroy()
    })
  })
  const webHost = await listen(web, options.httpPort)
  return {
    smtpUrl: `smtp://${hostOf(receiver.server)}`,
    url: `http://${webHost}`,
    stop: async () => {
      await Promise.all([new Promise<void>((resolve) => receiver.close(resolve)), close(web)])
    },
  }
}
