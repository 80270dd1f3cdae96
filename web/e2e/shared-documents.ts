import { documents as files, pdf } from '@app/chassis/testing/documents.ts'
import type { FormFields } from '@app/contracts/define.ts'
import type { Document, uploadDocument } from '@app/contracts/http/documents.ts'
import { documentExtension, documentTypeOf } from '@app/contracts/rules/documents.ts'
import { type Client, must } from '../../deploy/test/system/client.ts'

type Words = Pick<FormFields<typeof uploadDocument>, 'title' | 'description' | 'DocViewer'>

/** Uploads a valid file as an owner. The extension of the file name determines its type. */
export async function shareDocument(
  send: Client,
  token: string,
  companyProfileId: string,
  name: string,
  words: Words,
  bytes = files[documentExtension(name) ?? 'txt'](),
): Promise<Document> {
  const { description = '', DocViewer = 'false', title } = words
  const fields = { companyProfileId, title, description, DocViewer, documentType: documentTypeOf(name) ?? '' }
  const shared = send<{ document: Document }>('POST', '/process/docupload', { token, fields, files: { document: new File([bytes], name) } })
  return (await must(shared)).document
}

/**
 * Uploads a document of each type. The Word document (.doc) is marked as a training document. Returns the newest document. This document is
 * a PDF file with a password, and an admin has opened it.
 */
export async function shareOfEachKind(send: Client, owner: string, admin: string, companyProfileId: string): Promise<Document> {
  const share = (name: string, words: Words, bytes?: Buffer<ArrayBuffer>) =>
    shareDocument(send, owner, companyProfileId, name, words, bytes)
  await share('opening-hours.txt', { title: 'Opening hours over the holidays' })
  await share('prices-2027.xlsx', { title: 'Prices 2027' })
  await share('tasting.pptx', { title: 'Slides of the tasting' })
  await share('letter.docx', { title: 'Letter to our regulars' })
  await share('how-we-greet.doc', { title: 'How we greet', DocViewer: 'true' })
  const menu = await share(
    'spring-menu_final.pdf',
    { title: 'Spring menu', description: 'As it hangs at the counter. The prices on the back are still last year’s.' },
    pdf({ trailer: '/Encrypt 5 0 R' }),
  )
  await must(send('PUT', `/process/documents/${menu._id}/opened`, { token: admin }))
  return menu
}
