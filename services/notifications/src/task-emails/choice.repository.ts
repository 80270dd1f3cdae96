import type { TaskEmails } from '@app/contracts/http/task-emails.ts'
import {
  DEFAULT_TASK_EMAIL_FREQUENCY,
  DEFAULT_TASK_EMAIL_SCOPE,
  type TaskEmailFrequency,
  type TaskEmailScope,
  taskEmailFrequencies,
  taskEmailScopes,
} from '@app/contracts/rules/task-emails.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Converts a stored choice. Returns the default if nothing is stored, or if only a later release offers the stored choice. */
export const toFrequency = (stored: string | null | undefined): TaskEmailFrequency =>
  taskEmailFrequencies.find((frequency) => frequency === stored) ?? DEFAULT_TASK_EMAIL_FREQUENCY

/** Converts a stored choice of companies. Returns the default if nothing is stored, or if only a later release offers the stored choice. */
const toScope = (stored: string | null | undefined): TaskEmailScope =>
  taskEmailScopes.find((scope) => scope === stored) ?? DEFAULT_TASK_EMAIL_SCOPE

/** Returns an admin's choice. */
export async function choiceOf(db: Kysely<Tables>, userId: string): Promise<TaskEmails> {
  const choice = await db.selectFrom('task_email_choice').select(['frequency', 'scope']).where('user_id', '=', userId).executeTakeFirst()
  return { frequency: toFrequency(choice?.frequency), scope: toScope(choice?.scope) }
}

export async function saveChoice(trx: Transaction<Tables>, userId: string, { frequency, scope }: TaskEmails): Promise<void> {
  await trx
    .insertInto('task_email_choice')
    .values({ user_id: userId, frequency, scope })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ frequency, scope }))
    .execute()
}

export async function removeChoice(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('task_email_choice').where('user_id', '=', userId).execute()
}

export interface EmailedAdmin {
  userId: string
  email: string
  frequency: TaskEmailFrequency
  scope: TaskEmailScope
}

/** Maximum number of admins that the query returns. The product has far fewer admins. */
const ADMINS_MAX = 1_000

const admins = (db: Kysely<Tables>) =>
  db
    .selectFrom('recipient')
    .leftJoin('task_email_choice', 'task_email_choice.user_id', 'recipient.user_id')
    .select(['recipient.user_id as userId', 'recipient.email', 'task_email_choice.frequency', 'task_email_choice.scope'])
    .where('recipient.role', '=', 'admin')

/** Returns all admins with their choices. Throws if no event about an admin has arrived. The work that needs the admins is then retried. */
export async function allAdmins(db: Kysely<Tables>): Promise<EmailedAdmin[]> {
  const rows = await admins(db).orderBy('recipient.user_id').limit(ADMINS_MAX).execute()
  if (rows.length === 0) throw new Error('no event has reported an admin yet')
  return rows.map((row) => ({ ...row, frequency: toFrequency(row.frequency), scope: toScope(row.scope) }))
}

/** Returns an admin. Undefined if the user is not an admin, or is no longer an admin. */
export async function findAdmin(db: Kysely<Tables>, userId: string): Promise<EmailedAdmin | undefined> {
  const row = await admins(db).where('recipient.user_id', '=', userId).executeTakeFirst()
  return row && { ...row, frequency: toFrequency(row.frequency), scope: toScope(row.scope) }
}
