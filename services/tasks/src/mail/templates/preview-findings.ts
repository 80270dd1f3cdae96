import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { thingsToCheck } from '@app/contracts/rules/proofreading.ts'
import { adminTaskUrl, type MailedTask, previewOf, taskFacts } from './task-facts.ts'

interface PreviewFindings extends MailedTask {
  previewNo: number
  /** The sentences of the findings that are sure. */
  sure: readonly [string, ...string[]]
  /** Number of the other findings. */
  likely: number
}

const TITLE_LENGTH = 70
/** Maximum number of findings that the email lists. Further findings are only counted. */
const LISTED_MAX = 10

/** The email to the admin who delivered a preview, about what its check found after the delivery. */
export function previewFindings(task: PreviewFindings, publicUrl: string): MailContent {
  const { companyName, title, previewNo, sure, likely } = task
  const url = adminTaskUrl(task, publicUrl)
  const more = sure.length - LISTED_MAX
  return compose({
    subject: `${thingsToCheck(sure.length + likely)} in version ${previewNo} of “${oneLine(title, TITLE_LENGTH)}”`,
    preheader: sure[0],
    lead: previewOf(task, url),
    heading: 'Please deliver a corrected version, or mark what’s right',
    blocks: [
      { kind: 'text', text: `${companyName} can already see this version.` },
      ...sure.slice(0, LISTED_MAX).map((text) => ({ kind: 'text', text }) as const),
      ...(more > 0 ? [{ kind: 'text', text: `And ${more} more.` } as const] : []),
      ...(likely > 0 ? [{ kind: 'text', text: `We’re less sure about ${likely} more.` } as const] : []),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url },
    ],
  })
}
