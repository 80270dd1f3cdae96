import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { phoneFact } from '@app/chassis/mail/phone-fact.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { formatPhone } from '@app/contracts/format/phone.ts'
import type { PostingPreview } from '../../reminders/waiting-preview.repository.ts'
import { adminTaskUrl } from './task-facts.ts'

const itemBlock = ({ companyName, phone, taskId, title, previewNo, postingDate }: PostingPreview): Block => ({
  kind: 'facts',
  facts: [
    ['Company', oneLine(companyName, 100)],
    phone ? phoneFact('Phone', phone) : ['Phone', 'not known'],
    ['Task', `${oneLine(title, 200)} (#${taskId}), version ${previewNo}`],
    ['Posting due', formatDate(postingDate)],
  ],
})

/** The email to the admins with the previews that must be decided today. `more` is the number of previews that are not listed. */
export function postingSoon(items: readonly [PostingPreview, ...PostingPreview[]], more: number, publicUrl: string): MailContent {
  const count = items.length + more
  const [first] = items
  const isOne = count === 1
  return compose({
    subject: isOne
      ? `Please call ${oneLine(first.companyName, 40)} today: no decision on ${first.title}`
      : `Please call today: ${count} previews without a decision`,
    preheader: items.map(({ companyName, phone }) => [oneLine(companyName, 100), formatPhone(phone)].filter(Boolean).join(' ')).join(' · '),
    heading: 'Without an approval, we can’t post',
    blocks: [
      { kind: 'text', text: 'Today is the last working day before the posting date.' },
      ...items.map(itemBlock),
      ...(more > 0 ? [{ kind: 'text', text: `And ${more} more.` } as const] : []),
      isOne
        ? { kind: 'action', label: 'Open the task', url: adminTaskUrl(first, publicUrl) }
        : { kind: 'action', label: 'Open the dashboard', url: `${publicUrl}/admin/dashboard?tab=pending` },
    ],
  })
}
