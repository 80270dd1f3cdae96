import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { mailRequests, testRefusedMailRequests } from '@app/chassis/testing/mail-requests.ts'
import { composeDocumentMail, type DocumentMailTopic, documentMailTopics } from '@app/contracts/http/mail-content.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { admin, INTERNAL_MAIL_KEY, ORIGIN, remove, type Service, setUp, sharedDocument } from '../setup.ts'

let service: Service
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
const ask = mailRequests<DocumentMailTopic>(() => service.app, composeDocumentMail, INTERNAL_MAIL_KEY)
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const toAdmin = { kind: 'admin', id: admin.id } as const
const share = (title: string) => sharedDocument(service, owner, { title })
const idsOf = (documents: readonly { _id: string }[]) => documents.map(({ _id }) => _id)

testRefusedMailRequests(ask, documentMailTopics)

test('an email about one document links to it', async () => {
  const document = await share('Price list')
  const mail = await ask.mail('documents-shared', owner.company._id, toAdmin, [document._id])
  expect(mail.subject).toBe('New document from Palm Bakery: Price list')
  expect(mail.text).toContain(`${ORIGIN}/admin/dashboard?tab=companies&company=${owner.company._id}&document=${document.DocId}`)
  expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
})

test('an email lists the documents in the order in which they were shared', async () => {
  const documents = [await share('First'), await share('Second'), await share('Third')]
  const { subject, text } = await ask.mail('documents-shared', owner.company._id, toAdmin, idsOf(documents.toReversed()))
  expect(subject).toBe('3 new documents from Palm Bakery')
  expect(text.match(/(?:First|Second|Third) \(#\d+\)/g)).toEqual(documents.map(({ title, DocId }) => `${title} (#${DocId})`))
})

test('removed documents are left out, and the email is obsolete without a document', async () => {
  const documents = [await share('Kept'), await share('Removed')] as const
  const [kept, removed] = documents
  await remove(service, owner, removed._id)
  const request = ['documents-shared', owner.company._id, toAdmin, idsOf(documents)] as const
  expect((await ask.mail(...request)).subject).toBe('New document from Palm Bakery: Kept')
  await remove(service, owner, kept._id)
  expect(await ask.status(...request)).toBe(410)
})

test('documents of another company are left out', async () => {
  const other = await ownerWithCompany(service.deps)
  const foreign = await sharedDocument(service, other)
  expect(await ask.status('documents-shared', owner.company._id, toAdmin, [foreign._id])).toBe(410)
})

test('only admins get the email', async () => {
  const ids = [(await share('Price list'))._id]
  for (const kind of ['owner', 'colleague'] as const)
    expect(await ask.status('documents-shared', owner.company._id, { kind, id: owner.id }, ids)).toBe(410)
})
