import { pdf } from '@app/chassis/testing/documents.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { uploadDocument } from '@app/contracts/http/documents.ts'
import { IMAGE_MAX_BYTES, MEGABYTE } from '@app/contracts/primitives.ts'
import type { RunningProduct } from '../test/product.ts'
import { signInAdmin } from '../test/system/client.ts'
import { unlessInterrupted } from './interruption.ts'
import { newOwner, until } from './owner.ts'
import type { Parts } from './parts.ts'
import { growthDuring } from './process-memory.ts'
import { type Measure, median, say } from './report.ts'
import { addTasks } from './seed.ts'

const SIZE = 50 * MEGABYTE
const ROUNDS = 7
const IMAGES_AT_ONCE = 4
const DOCUMENTS_AT_ONCE = 8
const LIFE_SECONDS = 600
const LIMIT_MS = 60_000

/** Puts one object of 50 MB to the address signed for `origin`; answers how long it took. */
async function put(origin: string, { storeAt }: Parts, body: Buffer<ArrayBuffer>): Promise<number> {
  const headers = { 'content-type': 'application/pdf' }
  const url = storeAt(origin).signPut(`private/bench/${crypto.randomUUID()}.pdf`, headers['content-type'], LIFE_SECONDS)
  const begun = performance.now()
  const response = await unlessInterrupted(fetch(url, { method: 'PUT', headers, body, signal: AbortSignal.timeout(LIMIT_MS) }))
  if (!response.ok) throw new Error(`PUT ${response.status}: ${await response.text()}`)
  return performance.now() - begun
}

async function uploadImages({ url }: RunningProduct, { database }: Parts): Promise<void> {
  const { send, companyId } = await newOwner(url)
  await until(
    'tasks knows the company',
    async () => (await database.query('select from tasks.company where id = $1', [companyId])).rowCount === 1,
  )
  const token = await signInAdmin(send)
  const upload = async (taskId: string) => {
    const { payload, headers } = await multipart({}, { image: png({ padding: IMAGE_MAX_BYTES - 1_000 }) })
    const response = await fetch(`${url}/api/admin/upload-task-image/${taskId}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: payload,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!response.ok) throw new Error(`Upload ${response.status}: ${await response.text()}`)
  }
  const taskIds = await addTasks(database, companyId, IMAGES_AT_ONCE)
  await unlessInterrupted(Promise.all(taskIds.map(upload)))
}

/** Shares documents as large as they may be, all at the same time. */
async function shareDocuments({ url }: RunningProduct, { database }: Parts, file: File): Promise<void> {
  const { headers, companyId } = await newOwner(url)
  await until(
    'documents knows the company',
    async () => (await database.query('select from documents.company where id = $1', [companyId])).rowCount === 1,
  )
  const { payload, headers: ofForm } = await multipart(
    { companyProfileId: companyId, title: 'Large', documentType: 'pdf' },
    { document: file },
  )
  const share = async () => {
    const response = await fetch(url + uploadDocument.url, {
      method: 'POST',
      headers: { ...headers, ...ofForm },
      body: payload,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!response.ok) throw new Error(`Upload ${response.status}: ${await response.text()}`)
    await response.body?.cancel()
  }
  await unlessInterrupted(Promise.all(Array.from({ length: DOCUMENTS_AT_ONCE }, share)))
}

/** Files of 50 MB by signed PUT through the gateway beside the store itself, in turns; then images by multipart at once. */
export async function benchUploads(product: RunningProduct, parts: Parts): Promise<Measure[]> {
  say('Uploading files of 50 MB')
  const body = Buffer.alloc(SIZE, 'x')
  const pids = [product.pid, parts.storePid]
  const times: { direct: number; through: number }[] = []
  const ofFiles = await growthDuring(pids, async () => {
    for (let round = 0; round < ROUNDS; round++)
      times.push({ through: await put(product.url, parts, body), direct: await put(parts.storeEndpoint, parts, body) })
  })
  say(`Sharing ${DOCUMENTS_AT_ONCE} documents of 50 MB at once`)
  const document = new File([pdf({ padding: SIZE - 1_000 })], 'large.pdf')
  const ofDocuments = await growthDuring(pids, () => shareDocuments(product, parts, document))
  say(`Uploading ${IMAGES_AT_ONCE} images of 10 MB at once`)
  const ofImages = await growthDuring(pids, () => uploadImages(product, parts))
  const speed = (who: 'direct' | 'through') => `${((SIZE / MEGABYTE / median(times.map((time) => time[who]))) * 1000).toFixed(0)} MB/s`
  const growth = (what: string, [ofProduct = 0, ofStore = 0]: number[]): Measure => ({
    what,
    measured: Math.max(ofProduct, ofStore),
    unit: 'MB',
    target: { below: 64 },
    detail: `product ${ofProduct.toFixed(0)} MB, store ${ofStore.toFixed(0)} MB at the peak`,
  })
  return [
    {
      what: '50 MB through the gateway, of a direct PUT',
      measured: median(times.map(({ direct, through }) => direct / through)),
      unit: 'x',
      target: { atLeast: 0.25 },
      detail: `${speed('through')} beside ${speed('direct')}`,
    },
    growth('growth by files of 50 MB', ofFiles),
    growth(`growth by ${DOCUMENTS_AT_ONCE} documents of 50 MB at once`, ofDocuments),
    growth(`growth by ${IMAGES_AT_ONCE} images of 10 MB at once`, ofImages),
  ]
}
