import type { Finding } from '@app/contracts/http/proofreading.ts'
import { comparableWords } from '@app/contracts/rules/proofreading.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A stored finding. An admin may have marked it as right. */
export interface FindingRow extends Finding {
  _id: string
  acceptedBy: string | null
  acceptedAt: string | null
}

/**
 * Names what a finding is about: its words, or the part of the preview if it has no words. Findings with the same name are marked as right
 * together, and a finding of a later check of the preview replaces the one with the same name.
 */
export const subjectOf = ({ kind, words, place, comparedWith }: Pick<Finding, 'kind' | 'words'> & Partial<Finding>): string =>
  JSON.stringify(
    words === '' ? [kind, comparedWith, place?.in, place?.position, place?.page, place?.frame] : [kind, comparableWords(words)],
  )

/** Returns the findings of a preview, those that are sure first. */
export const findFindings = (db: Kysely<Tables>, previewId: string): Promise<FindingRow[]> =>
  db
    .selectFrom('finding')
    .select(['id as _id', 'kind', 'certainty', 'words', 'place', 'compared_with as comparedWith', 'message'])
    .select(['accepted_by as acceptedBy', 'accepted_at as acceptedAt'])
    .where('preview_id', '=', previewId)
    .orderBy('ordinal')
    .execute()

/** Replaces the findings of a preview. */
export async function replaceFindings(trx: Transaction<Tables>, previewId: string, findings: readonly FindingRow[]): Promise<void> {
  await trx.deleteFrom('finding').where('preview_id', '=', previewId).execute()
  if (findings.length === 0) return
  const rows = findings.map(({ _id, kind, certainty, words, place, comparedWith, message, acceptedBy, acceptedAt }, ordinal) => ({
    id: _id,
    preview_id: previewId,
    ordinal,
    kind,
    certainty,
    words,
    place: JSON.stringify(place),
    compared_with: comparedWith,
    message,
    accepted_by: acceptedBy,
    accepted_at: acceptedAt,
  }))
  await trx.insertInto('finding').values(rows).execute()
}

/** Marks findings as right. Marks that an admin has set before stay. */
export async function markAccepted(trx: Transaction<Tables>, findings: readonly FindingRow[], adminId: string): Promise<void> {
  const ids = findings.map(({ _id }) => _id)
  await sql`
    update finding set accepted_by = ${adminId}, accepted_at = now()
    where id = any(${ids}::uuid[]) and accepted_at is null`.execute(trx)
}

/** Takes the marks of findings back. */
export async function markOpen(trx: Transaction<Tables>, findings: readonly FindingRow[]): Promise<void> {
  const ids = findings.map(({ _id }) => _id)
  await sql`update finding set accepted_by = null, accepted_at = null where id = any(${ids}::uuid[])`.execute(trx)
}

/** Whether a preview has a finding that is sure and that no admin marked as right. */
export async function hasSureFinding(trx: Transaction<Tables>, previewId: string): Promise<boolean> {
  const { rows } = await sql`
    select from finding where preview_id = ${previewId} and certainty = 'sure' and accepted_at is null limit 1`.execute(trx)
  return rows.length > 0
}
