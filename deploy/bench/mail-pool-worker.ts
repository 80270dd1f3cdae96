import { createTransport } from 'nodemailer'
import { answer } from './worker.ts'

export interface MailPoolQuestion {
  smtpUrl: string
  mails: number
  connections: number
}

export interface MailPoolAnswer {
  ms: number
}

const text = 'Dear friend, we bake again, and there is pie for all who come by. '.repeat(40).replace(/(.{72}) /g, '$1\n')

/** Sends mails that are like the mails of a campaign. Uses nodemailer's connection pool, which stores no delivery records. */
answer<MailPoolQuestion>(async ({ smtpUrl, mails, connections }) => {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY })
  const send = (n: number) =>
    transport.sendMail({
      from: '"Palm Bakery" <palm-bakery@mail.example>',
      to: `p${n}@people.example`,
      subject: `Pies for Person ${n}`,
      text: `${text}\nhttps://portal.example/unsubscribe/${crypto.randomUUID()}\n`,
      headers: { 'List-Unsubscribe': `<https://portal.example/unsubscribe/${crypto.randomUUID()}>` },
    })
  let next = 0
  const sendNext = async () => {
    while (next < mails) await send(next++)
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: 2 * connections }, sendNext))
  const ms = performance.now() - begun
  transport.close()
  return { ms } satisfies MailPoolAnswer
})
