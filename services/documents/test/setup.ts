import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { person, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { type Document, uploadDocument } from '@app/contracts/http/documents.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { Registry } from 'prom-client'
import { buildApp } from '../src/app.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import type { DocumentsDeps } from '../src/deps.ts'
import { DOCUMENT_FILES } from '../src/files/document-files.ts'

export const INTERNAL_MAIL_KEY = Buffer.alloc(32, 9).toString('base64')
export const INTERNAL_DATA_KEY = Buffer.alloc(32, 10).toString('base64')
export const ORIGIN = 'https://portal.example'

export type Person = ReturnType<typeof person>
export type Owner = Person & { company: { _id: string } }

export type Service = Awaited<ReturnType<typeof setUp>>

/** By default no server listens at `companyUrl` and `tasksUrl`. */
export async function setUp(overrides: Partial<DocumentsDeps> = {}) {
  const database = await createTestDatabase('documents', migrations)
  const db = connect<Tables>({ url: database.url, schema: 'documents', max: 10, onIdleError: () => {} })
  const { log, lines } = recordingLogger()
  const store = await createTestStore()
  const deps: DocumentsDeps = {
    db,
    log,
    store,
    ...testTokens,
    registry: new Registry(),
    checks: {},
    parts: () => [],
    companyUrl: 'http://127.0.0.1:1',
    tasksUrl: 'http://127.0.0.1:1',
    internalMailKey: INTERNAL_MAIL_KEY,
    internalDataKey: INTERNAL_DATA_KEY,
    origin: ORIGIN,
    quota: { count: 500, bytes: 2_048 * MEGABYTE },
    now: () => new Date(),
    ...overrides,
  }
  const app = await buildApp(deps)
  const stop = async () => {
    await app.close()
    await db.destroy()
    await database.drop()
  }
  return { app, db, url: database.url, deps, store, lines, stop }
}

export const admin = person('admin')

type Fields = Readonly<Record<string, string>>

const documentFields = ({ company }: Owner, overrides: Fields = {}): Fields => ({
  companyProfileId: company._id,
  title: 'Price list',
  documentType: 'pdf',
  ...overrides,
})

/** By default the form contains a PDF. With `null` it contains no file. */
export async function uploadRequest(owner: Owner, fields: Fields = {}, file: File | null = new File([pdf()], 'prices.pdf')) {
  const form = await multipart(documentFields(owner, fields), file ? { document: file } : {})
  return { method: 'POST', url: uploadDocument.url, payload: form.payload, headers: { ...owner.headers, ...form.headers } } as const
}

export const upload = async ({ app }: Service, ...request: Parameters<typeof uploadRequest>) => app.inject(await uploadRequest(...request))

export async function sharedDocument(service: Service, ...request: Parameters<typeof uploadRequest>): Promise<Document> {
  const response = await upload(service, ...request)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().document
}

export const list = ({ app }: Service, caller: Person, companyId: string, query = '') =>
  app.inject({ url: `/process/documents?companyProfileId=${companyId}${query}`, headers: caller.headers })

export const read = ({ app }: Service, caller: Person, id: string) =>
  app.inject({ url: `/process/documents/${id}`, headers: caller.headers })

export const open = ({ app }: Service, id: string, caller: Person = admin) =>
  app.inject({ method: 'PUT', url: `/process/documents/${id}/opened`, headers: caller.headers })

export const remove = ({ app }: Service, caller: Person, id: string) =>
  app.inject({ method: 'DELETE', url: `/process/documents/${id}`, headers: caller.headers })

export async function storedKeys({ store }: Service): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(DOCUMENT_FILES)) keys.push(key)
  return keys
}
