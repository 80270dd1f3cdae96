import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Owner } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, outcomeUnknown, refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import { parseField } from '@app/chassis/http/validator.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Message } from '@app/chassis/mail/message.ts'
import type { sendTestMail as contract } from '@app/contracts/http/mails.ts'
import { checkStepTexts } from '@app/contracts/rules/campaigns.ts'
import { CUSTOMER_COLUMNS_MAX } from '@app/contracts/rules/customers.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Attachment } from '../content/attachment.ts'
import { mailFiller } from '../content/compiled-mail.ts'
import { prepareMail } from '../content/prepare-mail.ts'
import type { CampaignsDeps } from '../deps.ts'
import { attachmentColumnsOf, attachmentOf, findStepAttachment } from '../dispatches/step-attachment.ts'
import { draftMail } from './draft-mail.ts'
import { confirmedAddress } from './own-address.ts'
import { assertSendable, reserveTestMail } from './reserve-test-mail.ts'
import { deleteTestMail, settleTestMail, stateOfTestMail } from './test-mail.repository.ts'

type Form = ReceivedForm<typeof contract>

const Values = Type.Record(Type.String(), Type.String(), { maxProperties: CUSTOMER_COLUMNS_MAX })
const RELAY_LIMIT_MS = 20_000
/** If the outcome of a test email is not stored within this time, the process that sends it counts as dead. */
const SETTLED_WITHIN_MS = RELAY_LIMIT_MS + 10_000
const POLL_MS = 200

const valuesIn = (json = '{}'): Record<string, string> =>
  parseField(Values, 'valuesJson', json, 'valuesJson must be a JSON object with string values')

/** Returns the uploaded image, or the image of one of the owner's steps, or null. */
async function attachmentIn(
  { db, store }: CampaignsDeps,
  owner: Owner,
  { fields: { stepId }, acceptFiles }: Form,
): Promise<Attachment | null> {
  const { attachment: file } = await acceptFiles()
  if (file || !stepId) return attachmentOf(store, attachmentColumnsOf(file))
  return attachmentOf(store, await findStepAttachment(db, { ownerId: owner.id, stepId }))
}

const relayUnavailable = (): AppError =>
  new AppError('relay-unavailable', 'unavailable', 'We couldn’t send the email. Please try again shortly.', { retryAfter: 5 })

const MARK = '[Test]'

/** Prefixes the subject of a test email, so that it cannot be confused with a campaign's email. */
const markedSubject = (subject: string): string =>
  subject.trim().toLowerCase().startsWith(MARK.toLowerCase()) ? subject : `${MARK} ${subject.trim()}`

interface TestMailRequest {
  owner: Owner
  form: Form
  key: string | undefined
}

/** Waits for the outcome of an earlier attempt of the same request. Returns undefined if the mail relay did not accept the email. */
async function settledState(deps: CampaignsDeps, id: string): Promise<'sent' | 'unknown' | undefined> {
  for (;;) {
    const state = await stateOfTestMail(deps.db, id, SETTLED_WITHIN_MS)
    if (state !== 'sending') return state
    await sleep(POLL_MS)
  }
}

/** Sends a reserved test email. If the mail relay does not accept it, deletes the reservation and returns undefined. */
async function deliverTestMail(deps: CampaignsDeps, id: string, message: Message): Promise<'sent' | 'unknown' | undefined> {
  const verdict = await deps.relay.send(message, { beforeDot: async () => {}, signal: AbortSignal.timeout(RELAY_LIMIT_MS) })
  if (verdict.kind === 'accepted') return 'sent'
  if (verdict.kind !== 'unknown') {
    await deleteTestMail(deps.db, id)
    return undefined
  }
  await settleTestMail(deps.db, id, 'unknown')
  return 'unknown'
}

/**
 * Sends the owner's draft to the owner's confirmed email address, through the mail relay for campaigns. An uploaded image is deleted after
 * a day. Requests with the same Idempotency-Key send one email.
 */
export async function sendTestMail(
  deps: CampaignsDeps,
  { owner, form, key }: TestMailRequest,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const fault = checkStepTexts(form.fields)
  if (fault) throw refusedField(fault.field, fault.message)
  const merge = valuesIn(form.fields.valuesJson)
  const draft = { ...form.fields, subject: markedSubject(form.fields.subject) }
  const texts = await draftMail(deps, owner, draft, null)
  const email = await confirmedAddress(deps.identityUrl, owner.authorization)
  const input = { ...texts, attachment: await attachmentIn(deps, owner, form) }
  const { mail, findings } = await prepareMail(deps.mail, input)
  const wrong = findings.find(({ severity }) => severity === 'error')
  if (!mail || wrong) throw new AppError('refused', 'refused', wrong?.message ?? 'We couldn’t create this email.')

  const token = randomBytes(16).toString('hex')
  const addressee = { companyId: input.company.id, email: normalizeEmail(email) }
  await assertSendable(deps.db, addressee)
  const request = key && `${owner.id} ${key}`
  const { id, isRetry } = await reserveTestMail(deps.db, { ...addressee, id: uuidv7(), token, request })
  const state = isRetry ? await settledState(deps, id) : await deliverTestMail(deps, id, mailFiller(mail)({ id, email, token, merge }))
  if (state === undefined) throw relayUnavailable()
  if (state === 'unknown') throw outcomeUnknown()
  const reply = await inTransaction(deps.db, async (trx) => {
    await settleTestMail(trx, id, 'sent')
    return idempotency.storeResponse(trx, { message: `Sent to ${email}` })
  })
  deps.log.info({ testMail: id, company: input.company.id, owner: owner.id }, 'a test email was sent')
  return reply
}
