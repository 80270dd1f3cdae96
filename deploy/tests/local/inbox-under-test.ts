import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail } from '../../local/parts/mail-inbox/mailbox.ts'
import { startMailInbox } from '../../local/parts/mail-inbox/start.ts'

export interface InboxUnderTest {
  readonly url: string
  send(mail: SendMailOptions): Promise<void>
  list(): Promise<Mail[]>
  /** Restarts the inbox on the same folder. `meanwhile` runs while the inbox is stopped. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const quiet = { info() {}, warn() {} }

export async function inboxUnderTest(dataDir: string): Promise<InboxUnderTest> {
  const start = () => startMailInbox({ httpPort: 0, dataDir, log: quiet })
  let running = await start()
  return {
    get url() {
      return running.url
    },
    async send(mail) {
      const transport = createTransport(running.smtpUrl)
      await transport.sendMail({ from: 'Palmetto <portal@example.com>', to: 'zoe@example.com', ...mail })
      transport.close()
    },
    async list() {
      const reply = await fetch(`${running.url}/email`)
      return (await reply.json()) as Mail[]
    },
    async restart(meanwhile) {
      await running.stop()
      await meanwhile?.()
      running = await start()
    },
    stop: () => running.stop(),
  }
}
