import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Page } from 'playwright-core'
import { harborPine } from '../../deploy/demo/story/harbor-pine.ts'
import { freePort } from '../../deploy/local/parts/ports.ts'
import { admin as adminAccount, type RunningProduct, startTestProduct } from '../../deploy/test/product.ts'
import {
  assignTask,
  chooseTaskEmails,
  clientOf,
  confirmEmail,
  type Mail,
  mailTo,
  must,
  signInAdmin,
  signUpOwner,
} from '../../deploy/test/system/client.ts'
import { deliverMail } from '../../deploy/test/system/deliver-mail.ts'
import { actionsOf, deliverVersion, drawPictures, saveProfile } from './world.ts'

/** Widths of the reading area of a phone and of two mail programs, in px. */
export const EMAIL_WIDTHS = [360, 600, 700]

export const emailNames = [
  'email-unconfirmed-address',
  'email-preview',
  'email-reminder',
  'email-reply-received',
  'email-unconfirmed-approval',
  'email-undone',
  'email-several-reminders',
  'email-referred-back',
  'email-task-digest',
] as const

export interface Email {
  name: (typeof emailNames)[number]
  html: string
}

/** Thumbnails are made a few seconds after a delivery, and the email waits for them. */
const MAIL_TIMEOUT_MS = 60_000
const TITLE = 'The winter blend is back'
const FEEDBACK = 'The headline is too small to read on a phone.\nAnd please use the warmer photo.'

/** A reply with an attached picture. */
const replyOf = (from: string) =>
  [
    `From: ${from}`,
    `Message-ID: <${crypto.randomUUID()}@shop.example>`,
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The warmer photo, please.',
    '--part',
    'Content-Type: image/png',
    'Content-Disposition: attachment; filename=photo.png',
    '',
    'iVBORw0KGgo=',
    '--part--',
    '',
  ].join('\n')

const tokenIn = ({ text }: Mail): string => /\/review\/([\w-]+)/.exec(text)?.[1] ?? ''
const codeIn = ({ text }: Mail): string => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ''

/** Starts a product that receives replies to its emails. Returns the product and the port on which the product receives the replies. */
export async function startProductWithReplies(): Promise<{ product: RunningProduct; replyPort: number }> {
  const replyPort = await freePort()
  const settings = { BOUNCE_PORT: String(replyPort), REPLY_DOMAIN: 'reply.palmettoworks.example' }
  return { product: await startTestProduct(settings), replyPort }
}

/** Lets an owner review several previews by email. Returns each kind of email that the owner gets, and the digest of the admin. */
export async function emailsOfReviews({ product, replyPort }: { product: RunningProduct; replyPort: number }): Promise<Email[]> {
  const send = clientOf(product.url)
  const pictures = drawPictures()
  const [owner, admin] = await Promise.all([signUpOwner(send), signInAdmin(send)])
  const { _id: companyProfileId } = await saveProfile(send, owner.token, harborPine.profile, pictures.logo)
  const today = todayIn(DEFAULT_TIMEZONE)
  const dates = (days: number) => ({ submissionForReview: addDays(today, days), targetPostingDate: addDays(today, days + 4) })
  const assign = (title: string, days: number) => assignTask(send, owner.token, companyProfileId, title, dates(days))
  const { deliver } = actionsOf(send, owner.token, admin)
  const to = (subject: RegExp): Promise<Mail> => mailTo(product.inboxUrl, owner.email, subject, MAIL_TIMEOUT_MS)
  const post = (mail: Mail, action: string, json: object) => must(send('POST', `/review/${tokenIn(mail)}/${action}`, { json }))
  const remind = ({ _id }: Task) => must(send('POST', `/admin/tasks/${_id}/remind`, { token: admin }))

  await chooseTaskEmails(send, admin, 'daily')

  // The first version is delivered before the owner has confirmed the email address. So its email contains no text that the owner entered,
  // such as the task's title.
  const twice = await assign(TITLE, 3)
  await deliver(twice, pictures.wide)
  const neutral = await to(/^Ready for your review: task/)
  await confirmEmail(send, product.inboxUrl, owner.email)
  await deliverVersion(send, admin, twice, { picture: pictures.square, poster: pictures.wide })
  const ready = await to(new RegExp(`^Ready for your review: ${TITLE}`))
  await remind(twice)
  const reminder = await to(/^Waiting for your review/)

  await deliverMail(replyPort, owner.email, ready.headers['reply-to'] ?? '', replyOf(owner.email))
  const answer = await to(/^We got your reply/)

  const roast = await assign('Oyster roast on the pier', 5)
  await deliver(roast, pictures.wide)
  const first = await to(/^Ready for your review: Oyster/)
  await post(first, 'approve', { previewNo: 1 })
  const unconfirmed = await to(/^Please confirm the approval/)
  await post(unconfirmed, 'confirm', { code: codeIn(unconfirmed) })
  await post(unconfirmed, 'undo', { previewNo: 1, reason: 'The date is wrong: we open at five.' })
  const undone = await to(/^Approval undone/)
  await remind(roast)
  const several = await to(/^\d+ previews are waiting/)

  const tasting = await assign('Tasting on Saturday', 7)
  await deliver(tasting, pictures.square)
  const second = await to(/^Ready for your review: Tasting/)
  await must(
    send('POST', `/review/${tokenIn(second)}/refer-back`, { fields: { previewNo: '1', feedback: FEEDBACK, pointerOrKey: 'true' } }),
  )
  const referredBack = await to(/^Referred back through your link/)

  await assign('Opening hours on the holidays', 8)
  await post(ready, 'approve', { previewNo: 2 })
  await to(new RegExp(`^Please confirm the approval: ${TITLE}`))
  await chooseTaskEmails(send, admin, 'at-once')
  const digest = await mailTo(product.inboxUrl, adminAccount.email, /^1 task referred back, 1 new, 1 approved$/, MAIL_TIMEOUT_MS)

  const mails: Record<Email['name'], Mail> = {
    'email-unconfirmed-address': neutral,
    'email-preview': ready,
    'email-reminder': reminder,
    'email-reply-received': answer,
    'email-unconfirmed-approval': unconfirmed,
    'email-undone': undone,
    'email-several-reminders': several,
    'email-referred-back': referredBack,
    'email-task-digest': digest,
  }
  return emailNames.map((name) => ({ name, html: mails[name].html }))
}

/** Shows an email in a page without the rest of a mail program. */
export const showEmail = (page: Page, { html }: Email): Promise<void> => page.setContent(html, { waitUntil: 'load' })
