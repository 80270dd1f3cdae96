import { once } from 'node:events'
import { hostOf, LOOPBACK } from '../../local/parts/loopback.ts'
import type { Mail } from '../../local/parts/mail-inbox/mailbox.ts'
import { createReceiver } from '../../local/parts/mail-inbox/receive.ts'
import { until } from '../bench/owner.ts'

const ARRIVES_WITHIN_MS = 300_000
const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

const linkIn = (html: string, path: string): string =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')).find((href) => href.includes(path)) ?? ''

/** Starts the SMTP server of the local mail inbox. Its functions wait until an email arrives. */
export async function startReviewInbox() {
  /** Emails by subject, but welcome emails by recipient. */
  const mails = new Map<string, Mail[]>()
  const receiver = createReceiver(async (mail) => {
    const key = /welcome/i.test(mail.subject) ? mail.to : mail.subject
    mails.set(key, [...(mails.get(key) ?? []), mail])
  }, QUIET)
  receiver.listen(0, LOOPBACK)
  await once(receiver.server, 'listening')
  const arrived = async (key: string, count: number): Promise<Mail[]> => {
    await until(`${count} emails arrive: ${key}`, async () => (mails.get(key)?.length ?? 0) >= count, ARRIVES_WITHIN_MS)
    return mails.get(key) ?? []
  }
  return {
    url: `smtp://${hostOf(receiver.server)}`,
    /** Returns at least `count` review emails about a task, oldest first, with the link in their HTML. */
    reviewMails: async (title: string, count: number) =>
      (await arrived(`Ready for your review: ${title}`, count)).map(({ html }) => ({ html, link: linkIn(html, '/review/') })),
    /** Returns the code of the receipt with this number that asks to confirm the approval of a task. */
    confirmationCode: async (title: string, number: number) =>
      /^ *(\d{6}) *$/m.exec((await arrived(`Please confirm the approval: ${title}`, number))[number - 1]?.text ?? '')?.[1] ?? '',
    verificationToken: async (email: string) => new URL(linkIn((await arrived(email, 1))[0]?.html ?? '', '/verify-email')).hash.slice(1),
    stop: () => new Promise<void>((resolve) => receiver.close(resolve)),
  }
}
