import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { dateInWords } from './task-facts.ts'

interface PostingItem {
  companyName: string
  /** Empty if no event has reported the company yet. */
  phone: string
  taskId: number
  title: string
  previewNo: number
  postingDate: CalendarDate
}

const lineOf = ({ phone, taskId, title, previewNo, postingDate }: PostingItem): string =>
  [`${oneLine(title, 200)} (#${taskId}), version ${previewNo}`, `posts ${dateInWords(postingDate)}`, phone || 'no phone number'].join(' · ')

/** The email to the admins with the previews that must be decided today. `more` is the number of previews that are not listed. */
export function postingSoon(items: readonly PostingItem[], more: number, publicUrl: string): MailContent {
  const count = items.length + more
  const previews = count === 1 ? 'preview' : 'previews'
  return compose({
    subject: `Please call today: ${count} ${previews} without a decision`,
    preheader: items.map(({ companyName }) => oneLine(companyName, 100)).join(' · '),
    heading: `${count} ${previews} without a decision`,
    blocks: [
      {
        kind: 'text',
        text: 'Today is the last working day before the posting date, and the client has not decided yet. Please call. Without an approval, the post can’t go out.',
      },
      { kind: 'facts', facts: items.map((item) => [oneLine(item.companyName, 100), lineOf(item)]) },
      ...(more > 0 ? [{ kind: 'text', text: `And ${more} more.` } as const] : []),
      { kind: 'action', label: 'Open the dashboard', url: `${publicUrl}/admin/dashboard?tab=pending` },
    ],
  })
}
