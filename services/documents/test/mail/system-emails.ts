import type { MailContent } from '@app/chassis/mail/compose.ts'
import { documentsShared, type SharedDocument } from '../../src/mail/templates/documents-shared.ts'

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

/**
 * Every kind of email that the service composes, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "documents-shared several".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  'documents-shared': documentsShared(company, [document], PORTAL),
  'documents-shared several': documentsShared(company, [document, training], PORTAL),
}
