import type { CheckedCompany, checkTaskBatch as contract } from '@app/contracts/http/task-batches.ts'
import { tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { MONTHLY_CAP, tasksInMonthText } from '@app/contracts/rules/monthly-cap.ts'
import { SHORT_REVIEW } from '@app/contracts/rules/task-batches.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { findMonths } from './batch.repository.ts'
import { batchInput, companyTexts } from './batch-input.ts'

type Body = Type.Static<typeof contract.schema.body>

/** Returns for each company what prevents its task, and what an admin should know before the task is created. */
export async function checkBatch(deps: TasksDeps, { brief, companyIds }: Body): Promise<{ companies: CheckedCompany[] }> {
  const input = batchInput(brief, tomorrowIn(deps.timeZone, deps.now()))
  const ids = [...new Set(companyIds.map((id) => id.toLowerCase()))]
  const known = new Map((await findMonths(deps.db, ids, input.targetPostingDate)).map((company) => [company.id, company]))
  const shortReview = input.isShortReview ? [{ code: 'short-review' as const, message: SHORT_REVIEW }] : []
  const companies = ids.map((companyId): CheckedCompany => {
    const company = known.get(companyId)
    if (!company) return { companyId, companyName: '', problem: 'Company profile not found', warnings: [] }
    const { name: companyName, tasks } = company
    const fullMonth =
      tasks < MONTHLY_CAP ? [] : [{ code: 'full-month' as const, message: tasksInMonthText(tasks, input.targetPostingDate) }]
    const { fault } = companyTexts(input, companyName)
    return { companyId, companyName, problem: fault?.message ?? '', warnings: [...fullMonth, ...shortReview] }
  })
  return { companies }
}
