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
/** Maximum number of parallel uploads per caller in the gateway. */
const DOCUMENTS_EACH = 8
const MANY_OWNERS = 4
const LIFE_SECONDS = 600
const LIMIT_MS = 60_000
const SHARING_LIMIT_MS = 300_000

/** Limit of a process's memory growth, in MB, for uploads one after the other or a few at a time. */
const GROWTH_MB = 64
/**
 * Limit of memory growth during many parallel uploads of documents, in MB. Measured: 133 MB for 32 uploads of 50 MB.
 *
 * About half of the 133 MB is in use. All uploads together have at most three upload parts of 5 MB in memory. Each upload also has a buffer
 * of up to 256 kB and five to six chunks of 64 kB. While the buffer of a part grows, its old 4 MB and its new 5 MB are in memory.
 *
 * The rest of the 133 MB is garbage outside V8's heap. V8 starts a major collection after about 64 MB of such garbage.
 */
const GROWTH_OF_MANY_MB = 160

/** Uploads an object of 50 MB to a signed URL at `origin`. Returns the duration in milliseconds. */
async function put(origin: string, { storeAt }: Parts, body: Buffer<ArrayBuffer>): Promise<number> {
  const headers = { 'content-type': 'application/pdf' }
  const path = storeAt(origin).signPut(`private/bench/${crypto.randomUUID()}.pdf`, headers['content-type'], LIFE_SECONDS)
  const begun = performance.now()
  const response = await unlessInterrupted(
    fetch(new URL(path, origin), { method: 'PUT', headers, body, signal: AbortSignal.timeout(LIMIT_MS) }),
  )
  if (!response.ok) throw new Error(`PUT ${response.status}: ${await response.text()}`)
  return performance.now() - begun
}

async function uploadImages({ url }: RunningProduct, { database }: Parts): Promise<void> {
  const { send, companyId } = await newOwner(url)
  await until(
    'the tasks service has the company',
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

/** Signs up an owner. Returns a function that uploads eight documents of the maximum size in parallel. */
async function sharingOwner({ url }: RunningProduct, { database }: Parts, file: File): Promise<() => Promise<unknown>> {
  const { headers, companyId } = await newOwner(url)
  await until(
    'the documents service has the company',
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
      signal: AbortSignal.timeout(SHARING_LIMIT_MS),
    })
    if (!response.ok) throw new Error(`Upload ${response.status}: ${await response.text()}`)
    await response.body?.cancel()
  }
  return () => Promise.all(Array.from({ length: DOCUMENTS_EACH }, share))
}

async function benchDocuments(
  product: RunningProduct,
  parts: Parts,
  pids: readonly number[],
  owners: number,
  below: number,
): Promise<Measure> {
  const file = new File([pdf({ padding: SIZE - 1_000 })], 'large.pdf')
  const shares = await Promise.all(Array.from({ length: owners }, () => sharingOwner(product, parts, file)))
  const count = owners * DOCUMENTS_EACH
  say(`Sharing ${count} documents of 50 MB at once`)
  const begun = performance.now()
  const grown = await growthDuring(pids, async () => void (await unlessInterrupted(Promise.all(shares.map((share) => share())))))
  const seconds = (performance.now() - begun) / 1000
  return growth(
    `memory growth by ${count} documents of 50 MB at once`,
    grown,
    below,
    `${((count * SIZE) / MEGABYTE / seconds).toFixed(0)} MB/s`,
  )
}

const growth = (what: string, [ofProduct = 0, ofStore = 0]: number[], below: number, speed?: string): Measure => ({
  what,
  measured: Math.max(ofProduct, ofStore),
  unit: 'MB',
  target: { below },
  detail: [`product ${ofProduct.toFixed(0)} MB, store ${ofStore.toFixed(0)} MB at the peak`, ...(speed ? [speed] : [])].join('; '),
})

/** Compares signed PUTs of 50 MB through the gateway with PUTs to the store, alternately. Then uploads documents and images in parallel. */
export async function benchUploads(product: RunningProduct, parts: Parts): Promise<Measure[]> {
  say('Uploading files of 50 MB')
  const body = Buffer.alloc(SIZE, 'x')
  const pids = [product.pid, parts.storePid]
  // This measurement must be the first, because a process whose memory has already grown would grow less.
  const ofMany = await benchDocuments(product, parts, pids, MANY_OWNERS, GROWTH_OF_MANY_MB)
  const ofOne = await benchDocuments(product, parts, pids, 1, GROWTH_MB)
  const times: { direct: number; through: number }[] = []
  const ofFiles = await growthDuring(pids, async () => {
    for (let round = 0; round < ROUNDS; round++)
      times.push({ through: await put(product.url, parts, body), direct: await put(parts.storeEndpoint, parts, body) })
  })
  say(`Uploading ${IMAGES_AT_ONCE} images of 10 MB at once`)
  const ofImages = await growthDuring(pids, () => uploadImages(product, parts))
  const speed = (who: 'direct' | 'through') => `${((SIZE / MEGABYTE / median(times.map((time) => time[who]))) * 1000).toFixed(0)} MB/s`
  return [
    {
      what: 'speed of 50 MB through the gateway, ratio to a direct PUT',
      measured: median(times.map(({ direct, through }) => direct / through)),
      unit: 'x',
      target: { atLeast: 0.25 },
      detail: `${speed('through')} vs. ${speed('direct')}`,
    },
    growth('memory growth by files of 50 MB', ofFiles, GROWTH_MB),
    ofMany,
    ofOne,
    growth(`memory growth by ${IMAGES_AT_ONCE} images of 10 MB at once`, ofImages, GROWTH_MB),
  ]
}
