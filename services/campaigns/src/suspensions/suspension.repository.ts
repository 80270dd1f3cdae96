import { isFound } from '@app/chassis/db/is-found.ts'
import type { DispatchState } from '@app/contracts/http/dispatches.ts'
import type { Suspension } from '@app/contracts/http/suspensions.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { openStates } from '../dispatches/dispatch.repository.ts'

/** Target id of a suspension that applies to all companies. */
export const ALL = '00000000-0000-0000-0000-000000000000'

export interface SuspensionTarget {
  scope: Suspension['scope']
  /** Id of the company or campaign. Not set for `all`. */
  id?: string
}

const NAME = sql<string | null>`coalesce(company.name, campaign.name)`

export async function targetExists(db: Kysely<Tables>, { scope, id = ALL }: SuspensionTarget): Promise<boolean> {
  if (scope === 'all') return true
  return isFound(db.selectFrom(scope).select('id').where('id', '=', id))
}

export async function storeSuspension(trx: Transaction<Tables>, { scope, id = ALL }: SuspensionTarget, reason: string): Promise<void> {
  await trx
    .insertInto('suspension')
    .values({ scope, target: id, reason })
    .onConflict((conflict) => conflict.columns(['scope', 'target']).doUpdateSet({ reason }))
    .execute()
}

export async function deleteSuspension(trx: Transaction<Tables>, { scope, id = ALL }: SuspensionTarget): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('suspension').where('scope', '=', scope).where('target', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const listSuspensions = (db: Kysely<Tables>) =>
  db
    .selectFrom('suspension')
    .leftJoin('company', (join) => join.onRef('company.id', '=', 'suspension.target').on('scope', '=', 'company'))
    .leftJoin('campaign', (join) => join.onRef('campaign.id', '=', 'suspension.target').on('scope', '=', 'campaign'))
    .select(['suspension.scope', 'suspension.target', 'suspension.reason', 'suspension.since', NAME.as('name')])
    .orderBy('since')
    .execute()

export type SuspensionRow = Awaited<ReturnType<typeof listSuspensions>>[number]

/** Returns the suspension with the widest scope that applies to a campaign, or null. */
export function suspensionOf(
  suspensions: readonly SuspensionRow[],
  campaign: { _id: string; companyProfileId: string },
): Suspension | null {
  const targets: Readonly<Record<Suspension['scope'], string>> = { all: ALL, company: campaign.companyProfileId, campaign: campaign._id }
  const order = Object.keys(targets)
  const [widest] = suspensions
    .filter(({ scope, target }) => targets[scope] === target)
    .sort((one, other) => order.indexOf(one.scope) - order.indexOf(other.scope))
  return widest ? { scope: widest.scope, reason: widest.reason, since: widest.since } : null
}

export const suspensionOfCompany = (db: Kysely<Tables>, companyId: string): Promise<{ reason: string } | undefined> =>
  db
    .selectFrom('suspension')
    .select('reason')
    .where(({ and, or, eb }) => or([eb('scope', '=', 'all'), and([eb('scope', '=', 'company'), eb('target', '=', companyId)])]))
    // Alphabetical order: `all` comes before `company`.
    .orderBy('scope')
    .limit(1)
    .executeTakeFirst()

const underWayStates = ['gathering', 'waiting', 'sending'] as const satisfies DispatchState[]

/**
 * Returns the ids of the campaigns that a suspension affects. The ids are sorted, so that all transactions lock campaigns in the same
 * order. For the scope `all`, returns only campaigns with a dispatch that has started and is not finished.
 */
export async function suspendedCampaigns(trx: Transaction<Tables>, { scope, id = ALL }: SuspensionTarget): Promise<string[]> {
  const campaigns = trx.selectFrom('dispatch').select('campaign_id').distinct().orderBy('campaign_id')
  const rows = await (scope === 'all'
    ? campaigns.where('state', 'in', underWayStates)
    : campaigns.where(`${scope}_id`, '=', id).where('state', 'in', openStates)
  ).execute()
  return rows.map(({ campaign_id }) => campaign_id)
}
