import type { Proofreading } from '@app/contracts/http/proofreading.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { previewNotFound } from '../previews/with-locked-preview.ts'
import { findFindings } from './finding.repository.ts'
import { findCheckState } from './proofreading.repository.ts'

/** Returns what may be wrong in a preview. Throws 404 if the preview does not exist. */
export async function getProofreading(db: Kysely<Tables>, previewId: string): Promise<Proofreading> {
  // If the check ends between the queries, the response has the state before, and the client asks again.
  const check = await findCheckState(db, previewId)
  if (!check) throw previewNotFound()
  const findings = await findFindings(db, previewId)
  return {
    ...check,
    findings: findings.map(({ acceptedBy: _, acceptedAt, ...finding }) => ({ ...finding, isAccepted: acceptedAt !== null })),
  }
}
