import { proofreadStep } from '@app/contracts/http/campaign-proofreading.ts'
import type { StepDraft } from '@app/contracts/rules/campaigns.ts'
import { queryOptions } from '@tanstack/react-query'
import { isStatus } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'

/** An email that is checked for mistakes. */
export interface CheckedStep extends StepDraft {
  companyProfileId: string
  picture: File | null
  /** Id of the stored step whose picture is checked. */
  stepId?: string
}

const RETRIES = 2

let last: Promise<unknown> = Promise.resolve()

/** Sends one check at a time, because the server refuses further checks of the same company. */
function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = last.then(send)
  last = sent.catch(() => {})
  return sent
}

/** The result is kept until a text, the date or the picture changes. */
export function proofreadingQuery({ companyProfileId, subject, body, date, stepId, picture }: CheckedStep) {
  const fields = { companyProfileId, subject, body, date, stepId }
  return queryOptions({
    queryKey: ['proofread', fields, picture?.name, picture?.size, picture?.lastModified],
    queryFn: ({ signal }) =>
      inTurn(() => {
        signal.throwIfAborted()
        return call(proofreadStep, { form: { fields, files: { attachment: picture } }, signal })
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => isStatus(error, 503) && failures < RETRIES,
  })
}
