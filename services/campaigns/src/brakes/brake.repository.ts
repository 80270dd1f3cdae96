import type { Brake } from '@app/contracts/http/brakes.ts'
import type { DispatchState } from '@app/contracts/http/dispatches.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The target of a brake for all. */
const ALL = '00000000-0000-0000-0000-000000000000'

/** What a brake is for: all sending, a company's, or one campaign's. */
export interface BrakeTarget {
  scope: Brake['scope']
  /** Of the company or campaign. */
  id?: string
}

const NAME = sql<string | null>`coalesce(company.name, campaign.name)`

/** Whether what a brake is for is there. */
export async function isTarget(db: Kysely<Tables>, { scope, id = ALL }: BrakeTarget): Promise<boolean> {
  if (scope === 'all') return true
  return (await db.selectFrom(scope).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function keepBrake(trx: Transaction<Tables>, { scope, id = ALL }: BrakeTarget, reason: string): Promise<void> {
  await trx
    .insertInto('brake')
    .values({ scope, target: id, reason })
    .onConflict((conflict) => conflict.columns(['scope', 'target']).doUpdateSet({ reason }))
    .execute()
}

/** Answers whether there was one. */
export async function deleteBrake(trx: Transaction<Tables>, { scope, id = ALL }: BrakeTarget): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('brake').where('scope', '=', scope).where('target', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Every brake that is on, with what it is for. */
export const allBrakes = (db: Kysely<Tables>) =>
  db
    .selectFrom('brake')
    .leftJoin('company', (join) => join.onRef('company.id', '=', 'brake.target').on('scope', '=', 'company'))
    .leftJoin('campaign', (join) => join.onRef('campaign.id', '=', 'brake.target').on('scope', '=', 'campaign'))
    .select(['brake.scope', 'brake.target', 'brake.reason', 'brake.since', NAME.as('name')])
    .orderBy('since')
    .execute()

export type BrakeRow = Awaited<ReturnType<typeof allBrakes>>[number]

/** The widest of some brakes that stops a campaign. */
export function brakeOf(brakes: readonly BrakeRow[], campaign: { _id: string; companyProfileId: string }): Brake | null {
  const targets: Readonly<Record<Brake['scope'], string>> = { all: ALL, company: campaign.companyProfileId, campaign: campaign._id }
  const order = Object.keys(targets)
  const [widest] = brakes
    .filter(({ scope, target }) => targets[scope] === target)
    .sort((one, other) => order.indexOf(one.scope) - order.indexOf(other.scope))
  return widest ? { scope: widest.scope, reason: widest.reason, since: widest.since } : null
}

/** The widest brake that stops a company; undefined when none does. */
export const brakeOfCompany = (db: Kysely<Tables>, companyId: string): Promise<{ reason: string } | undefined> =>
  db
    .selectFrom('brake')
    .select('reason')
    .where(({ and, or, eb }) => or([eb('scope', '=', 'all'), and([eb('scope', '=', 'company'), eb('target', '=', companyId)])]))
    // `all` is before `company`.
    .orderBy('scope')
    .limit(1)
    .executeTakeFirst()

const underWayStates = ['gathering', 'waiting', 'sending'] as const satisfies DispatchState[]
const openStates = [...underWayStates, 'scheduled', 'held', 'paused'] as const satisfies DispatchState[]

/**
 * Campaigns that a brake is for and that are not over, in one order for everybody who holds them; of all companies' those that have
 * somebody to be sent to at the moment.
 */
export async function campaignsStopped(trx: Transaction<Tables>, { scope, id = ALL }: BrakeTarget): Promise<string[]> {
  const campaigns = trx.selectFrom('dispatch').select('campaign_id').distinct().orderBy('campaign_id')
  const rows = await (scope === 'all'
    ? campaigns.where('state', 'in', underWayStates)
    : campaigns.where(`${scope}_id`, '=', id).where('state', 'in', openStates)
  ).execute()
  return rows.map(({ campaign_id }) => campaign_id)
}
