import { once } from 'node:events'
import { until } from '../bench/owner.ts'
import type { PartLog } from '../local/parts/log.ts'
import { hostOf, LOOPBACK } from '../local/parts/loopback.ts'
import type { Mail } from '../local/parts/mail-inbox/mailbox.ts'
import { createReceiver } from '../local/parts/mail-inbox/receive.ts'

const ARRIVES_WITHIN_MS = 300_000
const READY = /^Ready for your review: (.+)$/
const RECEIPT = /^Please confirm the approval: (.+)$/
const WELCOME = /welcome/i

/** An email with a review link. The link is taken from the HTML, as mail scanners do. */
interface ReviewMail {
  html: string
  link: string
}

export interface ReviewInbox {
  /** URL of the SMTP server. */
  url: string
  /** Returns the review emails about the task with this title, oldest first. Waits until there are `count` of them. */
  reviewMails(title: string, count: number): Promise<readonly ReviewMail[]>
  /** Returns the code of the newest receipt that asks to confirm the approval of a task. Waits until there are `count` receipts. */
  confirmationCode(title: string, count: number): Promise<string>
  verificationToken(email: string): Promise<string>
  /** Forgets the emails about a task. */
  forget(title: string): void
  stop(): Promise<void>
}

const hrefsIn = (html: string): string[] => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

const linkIn = (html: string, path: string): string => hrefsIn(html).find((href) => href.includes(path)) ?? ''

/** Starts the SMTP server of the local mail inbox. Keeps only the emails that the gauntlet needs. */
export async function startReviewInbox(log: PartLog): Promise<ReviewInbox> {
  const reviewMails = new Map<string, ReviewMail[]>()
  const codes = new Map<string, string[]>()
  const tokens = new Map<string, string>()

  async function keep({ to, subject, text, html }: Mail): Promise<void> {
    const [, ready] = READY.exec(subject) ?? []
    if (ready) reviewMails.set(ready, [...(reviewMails.get(ready) ?? []), { html, link: linkIn(html, '/review/') }])
    const [, approved] = RECEIPT.exec(subject) ?? []
    const [, code] = /^ *(\d{6}) *$/m.exec(text) ?? []
    if (approved && code) codes.set(approved, [...(codes.get(approved) ?? []), code])
    if (WELCOME.test(subject)) tokens.set(to, new URL(linkIn(html, '/verify-email')).hash.slice(1))
  }

  const receiver = createReceiver(keep, log)
  receiver.listen(0, LOOPBACK)
  await once(receiver.server, 'listening')

  async function arrived<T>(what: string, find: () => T | undefined): Promise<T> {
    await until(`the email ${what} arrives`, async () => find() !== undefined, ARRIVES_WITHIN_MS)
    return find() as T
  }

  return {
    url: `smtp://${hostOf(receiver.server)}`,
    reviewMails: (title, count) =>
      arrived(`${count} about ${title}`, () => {
        const mails = reviewMails.get(title) ?? []
        return mails.length < count ? undefined : mails
      }),
    confirmationCode: (title, count) => arrived(`with the code for ${title}`, () => codes.get(title)?.[count - 1]),
    verificationToken: async (email) => {
      const token = await arrived(`with the verification link of ${email}`, () => tokens.get(email))
      tokens.delete(email)
      return token
    },
    forget(title) {
      reviewMails.delete(title)
      codes.delete(title)
    },
    stop: () => new Promise((resolve) => receiver.close(resolve)),
  }
}
