import { pdf } from '@app/chassis/testing/documents.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { type Document, listDocuments, uploadDocument } from '@app/contracts/http/documents.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, clientOf, createCompany, must, signUpOwner } from '../support/client.ts'
import { type RunningProduct, startTestProduct } from '../support/product.ts'
import { uploadSlowly } from './upload-slowly.ts'

/** The store receives a file of this size in more than one part. */
const BYTES = 6 * MEGABYTE
const UPLOADS = 6
/** Duration of the last upload, in ms. Even on a busy machine, the upload is still running when the product is killed. */
const LAST_MS = 120_000

let product: RunningProduct
let send: Client
let token: string
let companyId: string
beforeAll(async () => {
  product = await startTestProduct()
  send = clientOf(product.url)
  token = (await signUpOwner(send)).token
  companyId = (await createCompany(send, token))._id
})
afterAll(() => product?.stop())

/** Prepares a slow upload, which can be repeated with the same idempotency key. */
async function uploadOf(title: string) {
  const bytes = pdf({ padding: BYTES })
  const fields = { companyProfileId: companyId, title, documentType: 'pdf' }
  const { payload, headers } = await multipart(fields, { document: new File([bytes], `${title}.pdf`) })
  const form = { payload, headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() } }
  const url = `${product.url}/api${uploadDocument.url}`
  const sendAgain = async () => (await fetch(url, { method: 'POST', headers: form.headers, body: payload })).status
  return { title, bytes, begin: (ms: number) => uploadSlowly(url, form, ms), sendAgain }
}

const listed = async (): Promise<Document[]> =>
  (await must(send<{ data: Document[] }>('GET', `${listDocuments.url}?companyProfileId=${companyId}`, { token }))).data

it('after a kill during an upload the document is complete or missing, and after a retry it exists once', async () => {
  const titles = Array.from({ length: UPLOADS }, (_, n) => `Upload ${n}`)
  const uploads = await Promise.all(titles.map(uploadOf))
  const expectWhole = async ({ title, linkformatedocument }: Document) => {
    const response = await fetch(new URL(linkformatedocument, product.url))
    const header = (name: string) => response.headers.get(name)
    expect([response.status, header('content-type'), header('x-content-type-options')]).toEqual([200, 'application/pdf', 'nosniff'])
    expect(header('content-disposition')).toContain(`attachment; filename="${title}.pdf"`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(uploads.find((upload) => upload.title === title)?.bytes.equals(bytes)).toBe(true)
  }

  const sending = uploads.map(({ begin }, n) => begin(n === UPLOADS - 1 ? LAST_MS : 200 + 500 * n))
  const ended = Promise.allSettled(sending.map(({ answered }) => answered))
  expect(await sending[0]?.answered).toMatchObject({ status: 201 })
  await product.kill()
  await ended
  await product.restart()
  const before = await listed()
  expect(before.map(({ title }) => title)).toContain('Upload 0')
  expect(before.length).toBeLessThan(UPLOADS)
  for (const document of before) await expectWhole(document)

  for (const { sendAgain } of uploads) expect(await sendAgain()).toBe(201)
  const after = await listed()
  expect(after.map(({ title }) => title).sort()).toEqual(titles)
  for (const document of after) await expectWhole(document)
})
