import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Owner } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { Once } from '@app/chassis/idempotency/once.ts'
import type { sendTestMail as contract } from '@app/contracts/http/mails.ts'
import { checkStepTexts } from '@app/contracts/rules/campaigns.ts'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { v7 as uuidv7 } from 'uuid'
import type { Attachment } from '../content/attachment.ts'
import { mailFiller } from '../content/compiled-mail.ts'
import { prepareMail } from '../content/prepare-mail.ts'
import type { CampaignsDeps } from '../deps.ts'
import { attachmentColumns, attachmentOf } from '../dispatches/step-attachment.ts'
import { askAddress } from './ask-address.ts'
import { draftMail } from './draft-mail.ts'

type Form = ReceivedForm<typeof contract>

const Values = Type.Record(Type.String(), Type.String())
const RELAY_LIMIT_MS = 20_000

function valuesIn(json = '{}'): Record<string, string> {
  try {
    return Value.Parse(Values, JSON.parse(json))
  } catch {
    throw new AppError('malformed', 'malformed', 'valuesJson is no row of a spreadsheet')
  }
}

/** The image that was sent along, or that of a step of the owner's own. */
async function attachmentIn({ db, store }: CampaignsDeps, owner: Owner, { fields: { stepId }, files }: Form): Promise<Attachment | null> {
  const file = files.attachment
  if (file) {
    const { fileName: name, contentType: type, size, url, key } = file
    return { name, type, size, url, read: async () => buffer(await store.get(key)) }
  }
  if (!stepId) return null
  const step = await db
    .selectFrom('step')
    .innerJoin('campaign', 'campaign.id', 'step.campaign_id')
    .innerJoin('company', 'company.id', 'campaign.company_id')
    .select(attachmentColumns)
    .where('step.id', '=', stepId)
    .where('company.owner_id', '=', owner.id)
    .executeTakeFirst()
  if (!step) throw new AppError('step-not-found', 'not-found', 'Step not found')
  return attachmentOf(store, step)
}

const relayAway = (): AppError =>
  new AppError('relay-unavailable', 'unavailable', 'The mail could not be sent. Please try again shortly.', { retryAfter: 5 })

/** Sends what an owner writes to the owner alone, by the way that campaigns go. Its image, if it was sent along, is swept after a day. */
export async function sendTestMail(deps: CampaignsDeps, owner: Owner, form: Form, once: Once): Promise<{ message: string }> {
  const fault = checkStepTexts(form.fields)
  if (fault) throw refusedField(fault.field, fault.message)
  const merge = valuesIn(form.fields.valuesJson)
  const input = await draftMail(deps, owner, form.fields, await attachmentIn(deps, owner, form))
  const { mail, findings } = await prepareMail(deps.mail, input)
  const wrong = findings.find(({ severity }) => severity === 'error')
  if (!mail || wrong) throw new AppError('refused', 'refused', wrong?.message ?? 'This mail cannot be made.')
  const email = await askAddress(deps.identityUrl, owner.authorization)
  const message = mailFiller(mail)({ id: uuidv7(), email, token: randomBytes(16).toString('hex'), merge })
  const verdict = await deps.relay.send(message, { beforeDot: async () => {}, signal: AbortSignal.timeout(RELAY_LIMIT_MS) })
  if (verdict.kind !== 'accepted') throw relayAway()
  return inTransaction(deps.db, (trx) => once.answer(trx, { message: `Sent to ${email}` }))
}
