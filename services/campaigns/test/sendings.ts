import { v7 as uuidv7 } from 'uuid'
import type { Owner, Service } from './setup.ts'

export interface CreatedSending {
  dispatchId: string
  /** Token of each delivery, by email address. */
  tokens: Readonly<Record<string, string>>
}

type DeliveryState = 'queued' | 'sending' | 'accepted' | 'failed' | 'unknown'

interface Wanted {
  emails: readonly string[]
  deliveries?: DeliveryState
  dispatch?: 'sending' | 'paused' | 'done'
  /** Targets of the links, if opens and clicks are counted. */
  links?: readonly string[]
}

/** Inserts a dispatch of a company, with one delivery for each email address. */
export async function sendingOf(
  { db }: Pick<Service, 'db'>,
  { company }: Owner,
  { emails, deliveries = 'accepted', dispatch = 'sending', links }: Wanted,
): Promise<CreatedSending> {
  const [campaignId, stepId, dispatchId] = [uuidv7(), uuidv7(), uuidv7()]
  const date = '2026-12-01'
  await db
    .insertInto('campaign')
    .values({ id: campaignId, company_id: company._id, name: 'Winter', audience: 'All', category: 'Special Event' })
    .execute()
  await db
    .insertInto('step')
    .values({ id: stepId, campaign_id: campaignId, position: 0, type: 'Initial', date, subject: 'Winter bread', body: 'Come and taste.' })
    .execute()
  await db
    .insertInto('dispatch')
    .values({
      id: dispatchId,
      campaign_id: campaignId,
      step_id: stepId,
      company_id: company._id,
      date,
      sends_at: `${date}T14:00:00Z`,
      state: dispatch,
      audience: emails.length,
      links: links ?? null,
    })
    .execute()
  const tokens = Object.fromEntries(emails.map((email) => [email, uuidv7()]))
  await db
    .insertInto('delivery')
    .values(
      emails.map((email, index) => ({
        id: uuidv7(),
        dispatch_id: dispatchId,
        position: index + 1,
        email,
        name: '',
        provider: email.slice(email.lastIndexOf('@') + 1),
        merge: '{}',
        token: tokens[email] ?? '',
        state: deliveries,
      })),
    )
    .execute()
  return { dispatchId, tokens }
}

export async function statesOf({ db }: Pick<Service, 'db'>, dispatchId: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['email', 'state'])
    .where('dispatch_id', '=', dispatchId)
    .orderBy('position')
    .execute()
  return Object.fromEntries(rows.map(({ email, state }) => [email, state]))
}
