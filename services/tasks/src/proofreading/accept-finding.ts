import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Proofreading } from '@app/contracts/http/proofreading.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { withLockedPreview } from '../previews/with-locked-preview.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { forgetWords, rememberWords } from './accepted-finding.repository.ts'
import { countOpenFindings } from './count-open-findings.ts'
import { type FindingRow, findFindings, markAccepted, markOpen, subjectOf } from './finding.repository.ts'
import { getProofreading } from './get-proofreading.ts'

interface FindingRef {
  previewId: string
  findingId: string
}

const findingNotFound = (): AppError => new AppError('finding-not-found', 'not-found', 'Finding not found')

/** Runs a change of a finding and of all others in the preview that are about the same. Throws 404 if the finding does not exist. */
function changeFinding(
  deps: TasksDeps,
  caller: Caller,
  { previewId, findingId }: FindingRef,
  idempotency: IdempotentRequest,
  change: (trx: Transaction<Tables>, task: LockedTask, finding: FindingRow, same: FindingRow[]) => Promise<void>,
): Promise<Proofreading> {
  return withLockedPreview(deps, caller, previewId, async (trx, task) => {
    const findings = await findFindings(trx, previewId)
    const finding = findings.find(({ _id }) => _id === findingId)
    if (!finding) throw findingNotFound()
    const same = findings.filter((other) => subjectOf(other) === subjectOf(finding))
    await change(trx, task, finding, same)
    await countOpenFindings(trx, task._id)
    return idempotency.storeResponse(trx, await getProofreading(trx, previewId))
  })
}

/** Marks a finding as right, and remembers its words for the company. A repeated request changes nothing. */
export const acceptFinding = (deps: TasksDeps, admin: Caller, ref: FindingRef, idempotency: IdempotentRequest): Promise<Proofreading> =>
  changeFinding(deps, admin, ref, idempotency, async (trx, { companyProfileId: companyId }, { kind, words }, same) => {
    await markAccepted(trx, same, admin.id)
    if (words !== '') await rememberWords(trx, { companyId, kind, words, acceptedBy: admin.id })
  })

/** Takes the mark of a finding back, and forgets its words. A repeated request changes nothing. */
export const undoAcceptFinding = (deps: TasksDeps, admin: Caller, ref: FindingRef, idempotency: IdempotentRequest): Promise<Proofreading> =>
  changeFinding(deps, admin, ref, idempotency, async (trx, { companyProfileId: companyId }, { kind, words }, same) => {
    await markOpen(trx, same)
    if (words !== '') await forgetWords(trx, { companyId, kind, words })
  })
