import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Draft, LinkedLine } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { photoCount } from '@app/contracts/rules/photos.ts'

/** The company that sent the photos of an email. */
interface SendingCompany {
  companyProfileId: string
  companyName: string
}

export interface ReceivedPhotos {
  /** Number of photos that still exist. */
  count: number
  /** What the owner wrote about the photos. */
  note: string
  /** The task for which the photos are. Null for photos in general. */
  task: { taskId: number; title: string } | null
}

const NOTE_LENGTH = 200

const titleOf = ({ taskId, title }: NonNullable<ReceivedPhotos['task']>): string => `${oneLine(title, 100)} (#${taskId})`

const urlOf = ({ task }: ReceivedPhotos, companyUrl: string, publicUrl: string): string =>
  task ? `${publicUrl}/admin/dashboard?task=${task.taskId}` : companyUrl

function oneDelivery(photos: ReceivedPhotos, company: string, url: string): Draft {
  const { count, note, task } = photos
  return {
    subject: `${photoCount(count)} from ${company}${task ? `: ${oneLine(task.title, 60)}` : ''}`,
    preheader: note ? oneLine(note, NOTE_LENGTH) : 'The company wrote no note.',
    heading: count === 1 ? 'Look at the photo in the dashboard' : 'Look at the photos in the dashboard',
    blocks: [
      ...(note ? [{ kind: 'quote', text: note } as const] : []),
      {
        kind: 'facts',
        facts: [['Company', company], ...(task ? ([['Task', titleOf(task)]] as const) : [])],
      },
      { kind: 'text', text: 'Only logged-in admins can see them.' },
      { kind: 'action', label: task ? 'Open the task' : 'Open the company', url },
    ],
  }
}

function severalDeliveries(all: readonly ReceivedPhotos[], company: string, companyUrl: string, publicUrl: string): Draft {
  const lineOf = (photos: ReceivedPhotos): LinkedLine => ({
    text: photos.task ? titleOf(photos.task) : 'Photos in general',
    url: urlOf(photos, companyUrl, publicUrl),
    notes: [photoCount(photos.count), ...(photos.note ? [`“${oneLine(photos.note, NOTE_LENGTH)}”`] : [])],
  })
  const count = all.reduce((sum, photos) => sum + photos.count, 0)
  return {
    subject: `${photoCount(count)} from ${company}`,
    preheader: all.map((photos) => lineOf(photos).text).join(' · '),
    heading: 'Look at the photos in the dashboard',
    blocks: [
      { kind: 'links', title: company, lines: all.map(lineOf) },
      { kind: 'text', text: 'Only logged-in admins can see them.' },
      { kind: 'action', label: 'Open the company', url: companyUrl },
    ],
  }
}

/** The email to an admin about photos of a company. It lists each delivery with its number of photos. The photos are private. */
export function photosReceived(
  { companyProfileId, companyName }: SendingCompany,
  deliveries: readonly [ReceivedPhotos, ...ReceivedPhotos[]],
  publicUrl: string,
): MailContent {
  const company = oneLine(companyName, 60)
  const companyUrl = `${publicUrl}/admin/dashboard?tab=companies&company=${companyProfileId}`
  const [first] = deliveries
  return compose(
    deliveries.length === 1
      ? oneDelivery(first, company, urlOf(first, companyUrl, publicUrl))
      : severalDeliveries(deliveries, company, companyUrl, publicUrl),
  )
}
