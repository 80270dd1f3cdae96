import { createTransport } from 'nodemailer'

const text = 'Dear friend, we bake again, and there is pie for all who come by. '.repeat(40).replace(/(.{72}) /g, '$1\n')

/** Sends emails like those of a campaign with nodemailer's pool, which stores no delivery records. Returns emails per second. */
export async function sendFromPool(smtpUrl: string, mails: number, connections: number): Promise<number> {
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
  const seconds = (performance.now() - begun) / 1_000
  transport.close()
  return mails / seconds
}
