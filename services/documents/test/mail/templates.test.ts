import { HOSTILE, PORTAL, testTemplates } from '@app/chassis/testing/template-cases.ts'
import { expect, it } from 'vitest'
import { documentsShared, type SharedDocument } from '../../src/mail/templates/documents-shared.ts'
import { photosReceived } from '../../src/mail/templates/photos-received.ts'

const company = { companyProfileId: '0192f3a0-0000-7000-8000-000000000002', companyName: 'Bakery' }
const document: SharedDocument = { DocId: 12, title: HOSTILE, documentType: 'pptx', DocViewer: false, size: 1_258_291 }
const DOCUMENTS = `/admin/dashboard?tab=companies&company=${company.companyProfileId}`

testTemplates({
  'shared document': {
    mail: documentsShared(company, [document], PORTAL),
    subject: `New document from Bakery: ${HOSTILE}`,
    both: ['(#12)', 'PowerPoint, 1.2 MB', 'Regular document', 'Only logged-in admins can open the file.'],
    link: `${DOCUMENTS}&document=12`,
  },
  'shared documents': {
    mail: documentsShared(company, [document, { ...document, DocId: 13, documentType: 'blog', size: 900, DocViewer: true }], PORTAL),
    subject: '2 new documents from Bakery',
    both: ['#12', '#13', 'Text, 1 KB · training document', 'Only logged-in admins can open the files.'],
    link: DOCUMENTS,
  },
  'second shared document': {
    mail: documentsShared(company, [document, { ...document, DocId: 13 }], PORTAL),
    subject: '2 new documents from Bakery',
    both: ['(#13)', 'PowerPoint, 1.2 MB'],
    link: `${DOCUMENTS}&document=13`,
  },
  photos: {
    mail: photosReceived(company, [{ count: 12, note: HOSTILE, task: null }], PORTAL),
    subject: '12 photos from Bakery',
    both: ['Only logged-in admins can see them.'],
    link: DOCUMENTS,
  },
  'photos for a task': {
    mail: photosReceived(company, [{ count: 1, note: '', task: { taskId: 42, title: HOSTILE } }], PORTAL),
    subject: `1 photo from Bakery: ${HOSTILE}`,
    both: ['(#42)'],
    link: '/admin/dashboard?task=42',
  },
})

it('lists 20 documents and counts the others', () => {
  const others = Array.from({ length: 25 }, (_, n) => ({ ...document, DocId: 100 + n }))
  const { subject, text } = documentsShared(company, [document, ...others], PORTAL)
  expect(subject).toBe('26 new documents from Bakery')
  expect(text).toContain('(#118)')
  expect(text).not.toContain('(#119)')
  expect(text).toContain('And 6 more.')
})

it('has names and titles on one line', () => {
  const title = 'Prices\r\nBcc: bob@example.com\r\n\r\n<b>free</b>'
  const { subject, text, html } = documentsShared(
    { ...company, companyName: 'Tom & "Sons"\r\nX-Spam: no' },
    [{ ...document, DocId: 1, title }],
    PORTAL,
  )
  expect(subject).toBe('New document from Tom & "Sons" X-Spam: no: Prices Bcc: bob@example.com <b>free</b>')
  expect(text).toContain('\nDocument: Prices Bcc: bob@example.com <b>free</b> (#1)\nCompany: Tom & "Sons" X-Spam: no\n')
  expect(html).toContain('Prices Bcc: bob@example.com &lt;b&gt;free&lt;/b&gt;')
})
