import { compose } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { office } from '@app/contracts/brand-office.ts'
import { formatDateAndTime } from '@app/contracts/format/times.ts'
import { COLLEAGUE_NAME_MAX } from '@app/contracts/rules/colleagues.ts'
import type { MailBody } from '../mail-body.ts'
import { KEEP_RECEIPT, receiptFile, type SignedReceipt } from '../receipt-file.ts'
import { decidedTaskFacts, type MailedTask, taskFacts } from './task-facts.ts'

interface Decided extends MailedTask {
  previewNo: number
  contentHash: string
  /** Masked email address to which the review link was sent. */
  sentTo?: string
  /** Name of the colleague who got the review link. Absent for the owner's own link. */
  colleagueName?: string
  reason?: string
  feedback?: string
}

interface Receipt {
  kind: 'approve' | 'refer-back' | 'undo'
  time: string
  timeZone: string
  url: string
  /** Whether a machine, such as a mail scanner, possibly made the decision. */
  isUnconfirmed: boolean
  /** The code with which the owner confirms an unconfirmed approval. */
  code: string | undefined
  /** The entry in the company's decision record. The signed receipt of this entry is attached to the email. */
  record: SignedReceipt | undefined
}

const words = {
  approve: {
    subject: 'Approved',
    heading: 'You can undo the approval until we post',
    done: (version: string) => `${version} was approved`,
    // The link of a receipt is rarely needed, so it is not a button.
    further: (url: string): Block[] => [{ kind: 'link', label: 'Undo the approval', url }],
  },
  'refer-back': {
    subject: 'Referred back',
    heading: 'We will deliver a new preview',
    done: (version: string) => `${version} was referred back`,
    further: (url: string): Block[] => [
      { kind: 'text', text: `If the decision is wrong, please call us: ${office.phone}.` },
      { kind: 'link', label: 'Open the preview', url },
    ],
  },
  undo: {
    subject: 'Approval undone',
    heading: 'We post nothing until you approve the preview',
    done: () => 'The approval was undone',
    further: (url: string): Block[] => [{ kind: 'action', label: 'Decide again', url }],
  },
} as const

const DOUBTFUL_APPROVAL = 'This approval looks as if an email app made it, not a person.'
const DOUBTFUL_REFERRAL = 'This feedback looks as if an email app sent it, not a person.'
const DELIVER_AGAIN = `If nobody at your company wrote it, please call us: ${office.phone}. We will then deliver the preview again, and you can approve it.`

const confirmation = (code: string, url: string): Block[] => [
  { kind: 'text', text: DOUBTFUL_APPROVAL },
  { kind: 'code', code },
  { kind: 'action', label: 'Confirm the approval', url },
  { kind: 'text', text: 'If nobody at your company approved this preview, undo the approval on the same page.' },
]

/** The values with which the owner can prove later what was decided. */
function proof({ contentHash }: Decided, record: Receipt['record']): Block[] {
  const facts: [string, string][] = [['Content hash', contentHash]]
  if (record) facts.unshift(['Decision record', `#${record.number}`])
  return [{ kind: 'facts', facts }, ...(record ? [{ kind: 'text', text: KEEP_RECEIPT } as const] : [])]
}

/** The receipt for a decision through a review link. */
export function receipt(task: Decided, { kind, time, timeZone, url, isUnconfirmed, code, record }: Receipt): MailBody {
  const { subject, heading, done, further } = words[kind]
  const name = task.colleagueName && oneLine(task.colleagueName, COLLEAGUE_NAME_MAX)
  const recipient = name ? `your colleague ${name} (${task.sentTo})` : (task.sentTo ?? 'your email address')
  const by = `${done(`Version ${task.previewNo}`)} through the link sent to ${recipient} on ${formatDateAndTime(time, timeZone)}.`
  const isDoubtful = kind === 'refer-back' && isUnconfirmed
  const ownWords = task.reason || task.feedback
  const doubtful: Block[] = [
    { kind: 'text', text: `${DOUBTFUL_REFERRAL} ${DELIVER_AGAIN}` },
    { kind: 'link', label: 'Open the preview', url },
  ]
  const content = compose({
    subject: `${code ? 'Please confirm the approval' : `${subject} through ${name ? `${name}’s` : 'your'} link`}: ${task.title}`,
    preheader: code ? DOUBTFUL_APPROVAL : isDoubtful ? DOUBTFUL_REFERRAL : by,
    heading: code ? 'Please enter this code on the review page' : isDoubtful ? 'Did your company write this feedback?' : heading,
    blocks: [
      { kind: 'text', text: by },
      ...(ownWords ? [{ kind: 'quote', text: ownWords } as const] : []),
      ...(code ? confirmation(code, url) : isDoubtful ? doubtful : further(url)),
      // After an undo, the preview waits for a decision again.
      kind === 'undo' ? taskFacts(task) : decidedTaskFacts(task),
      ...proof(task, record),
    ],
  })
  return { ...content, parts: receiptFile(record) }
}
