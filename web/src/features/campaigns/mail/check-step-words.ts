import { isBlank } from '@app/contracts/rules/blank.ts'
import { checkStepTexts, type StepDraft } from '@app/contracts/rules/campaigns.ts'
import type { Fault } from '@app/contracts/rules/task-dates.ts'

/** Returns a fault for each missing text of a step. If no text is missing, returns the first other fault. */
export function checkStepWords(words: Pick<StepDraft, 'subject' | 'body'>): Fault[] {
  const missing = [
    ...(!isBlank(words.subject) ? [] : [{ field: 'subject', message: 'Subject is required' }]),
    ...(!isBlank(words.body) ? [] : [{ field: 'body', message: 'Body is required' }]),
  ]
  const wrong = checkStepTexts(words)
  return missing.length > 0 || !wrong ? missing : [wrong]
}
