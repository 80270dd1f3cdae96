import type { MailContent } from '@app/chassis/mail/compose.ts'
import { documentsShared, type SharedDocument } from '../../src/mail/templates/documents-shared.ts'
import { photosReceived, type ReceivedPhotos } from '../../src/mail/templates/photos-received.ts'

const PORTAL = 'https://portal.example'

const company = {
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Harbor & Pine Coffee Roasters',
}
const document: SharedDocument = {
  DocId: 12,
  title: 'Price list for the winter',
  documentType: 'pptx',
  DocViewer: false,
  size: 1_258_291,
}
const training: SharedDocument = { ...document, DocId: 13, title: 'How we answer reviews', documentType: 'pdf', DocViewer: true }

const photos: ReceivedPhotos = {
  count: 12,
  note: 'From the tasting on Saturday. Please use the ones with the new cups.',
  task: { taskId: 1042, title: 'New cups for the winter' },
}
const inGeneral: ReceivedPhotos = { count: 1, note: '', task: null }

/**
 * Every kind of email that the service composes, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "documents-shared several".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  'documents-shared': documentsShared(company, [document], PORTAL),
  'documents-shared several': documentsShared(company, [document, training], PORTAL),
  'photos-received': photosReceived(company, [photos], PORTAL),
  'photos-received general': photosReceived(company, [inGeneral], PORTAL),
  'photos-received several': photosReceived(company, [photos, inGeneral], PORTAL),
}
