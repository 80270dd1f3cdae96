import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { until } from '../../bench/owner.ts'

/** An email to the owner of a story. A story is the work of one simulated owner (`story.ts`). */
export interface OwnersMail {
  /** The id in its Message-ID. */
  id: string
  to: string
  subject: string
  text: string
  /** The attached receipt of a decision. */
  receipt: string | undefined
}

export interface MailSink {
  url: string
  /** Number of times that each mail was received, by the id in its Message-ID. Retries have the same id. */
  received: ReadonlyMap<string, number>
  /** The emails to owners of stories, each id once. */
  ownersMails: readonly OwnersMail[]
  /** Waits for an email to an owner of a story, and returns the first one with a matching subject. */
  mailTo(owner: string, subject: RegExp): Promise<OwnersMail>
  stop(): Promise<void>
}

/** Timeout of `mailTo`. It is longer than ten minutes, because a mail whose outcome is unknown is sent once more after ten minutes. */
const ARRIVES_WITHIN_MS = 900_000

/** Email address of a story's owner. The sink reads only emails to these addresses, because parsing all emails would slow down campaigns. */
export const storyAddress = (mark: string): string => `story-${mark}@example.com`
const TO_OWNER = /^to:.*\bstory-[\da-f-]+@example\.com/im

async function parse(id: string, mail: string): Promise<OwnersMail> {
  const { to, subject = '', text = '', attachments } = await simpleParser(mail, { skipImageLinks: true })
  const receipt = attachments.find(({ filename }) => filename?.startsWith('receipt-'))
  return { id, to: [to].flat()[0]?.value[0]?.address ?? '', subject, text, receipt: receipt?.content.toString() }
}

export async function startMailSink(host = '127.0.0.1', atPort = 0): Promise<MailSink> {
  const received = new Map<string, number>()
  const ownersMails: OwnersMail[] = []

  async function keep(mail: string): Promise<void> {
    const [, id = ''] = /^message-id:\s*<([^@>]+)@/im.exec(mail) ?? []
    const isNew = !received.has(id)
    received.set(id, (received.get(id) ?? 0) + 1)
    if (isNew && TO_OWNER.test(mail)) ownersMails.push(await parse(id, mail))
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      text(stream)
        .then(keep)
        .then(() => callback(), callback)
    },
  })
  // When a sender is killed, its connection is closed, and the server emits an error.
  server.on('error', () => {})
  await once(server.listen(atPort, host), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    ownersMails,
    async mailTo(owner, subject) {
      const find = () => ownersMails.find((mail) => mail.to === owner && subject.test(mail.subject))
      await until(`${owner} gets the email ${subject}`, async () => find() !== undefined, ARRIVES_WITHIN_MS)
      return find() as OwnersMail
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
