import { pdf } from '@app/chassis/testing/documents.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { uploadDocument } from '@app/contracts/http/documents.ts'
import { uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { IMAGE_MAX_BYTES, MEGABYTE } from '@app/contracts/primitives.ts'
import { addAdmins } from './admin-tokens.ts'
import { unlessInterrupted } from './interruption.ts'
import type { Open } from './open.ts'
import { newOwner } from './owner.ts'
import { growthDuring } from './process-usage.ts'
import { startInOneProcess } from './product.ts'
import { type Measure, median, say } from './report.ts'
import { type Servers, startServers } from './servers.ts'

const SIZE = 50 * MEGABYTE
const ROUNDS = 7
const IMAGES_AT_ONCE = 4
/** Maximum number of parallel uploads per caller in the gateway. */
const DOCUMENTS_EACH = 8
const MANY_OWNERS = 4
const LIFE_SECONDS = 600
const LIMIT_MS = 300_000

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

type Form = Awaited<ReturnType<typeof multipart>>

async function upload(url: string, method: string, headers: Record<string, string>, body: Form['payload']): Promise<void> {
  const response = await unlessInterrupted(fetch(url, { method, headers, body, signal: AbortSignal.timeout(LIMIT_MS) }))
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  await response.body?.cancel()
}

/** Uploads an object of 50 MB to a signed URL at `origin`. Returns the duration in milliseconds. */
async function timeToPut(origin: string, { storeAt }: Servers, body: Form['payload']): Promise<number> {
  const headers = { 'content-type': 'application/pdf' }
  const path = storeAt(origin).signPut(`private/bench/${crypto.randomUUID()}.pdf`, headers['content-type'], LIFE_SECONDS)
  const begun = performance.now()
  await upload(new URL(path, origin).href, 'PUT', headers, body)
  return performance.now() - begun
}

/** Prepares an admin who uploads four images of the maximum size in parallel. */
async function imageUploads(url: string, servers: Servers): Promise<() => Promise<unknown>> {
  const { taskIds } = await newOwner(url, servers.database, IMAGES_AT_ONCE)
  const [admin] = await addAdmins(servers, url, 1)
  const { payload, headers } = await multipart({}, { image: png({ padding: IMAGE_MAX_BYTES - 1_000 }) })
  const sent = { ...headers, authorization: `Bearer ${admin}` }
  return () => Promise.all(taskIds.map((id) => upload(`${url}/api${uploadTaskImage.url.replace(':id', id)}`, 'POST', sent, payload)))
}

/** Prepares owners who share eight documents of the maximum size each in parallel. */
async function documentUploads(url: string, { database }: Servers, owners: number): Promise<() => Promise<unknown>> {
  const document = new File([pdf({ padding: SIZE - 1_000 })], 'large.pdf')
  const share = async () => {
    const { headers, companyId } = await newOwner(url, database)
    const form = await multipart({ companyProfileId: companyId, title: 'Large', documentType: 'pdf' }, { document })
    return () => upload(`${url}/api${uploadDocument.url}`, 'POST', { ...headers, ...form.headers }, form.payload)
  }
  const shares = await Promise.all(Array.from({ length: owners }, share))
  return () => Promise.all(shares.flatMap((each) => Array.from({ length: DOCUMENTS_EACH }, each)))
}

/** Compares signed PUTs of 50 MB through the gateway with PUTs to the store, alternately. Then uploads documents and images in parallel. */
export async function benchUploads(open: Open): Promise<Measure[]> {
  const servers = await startServers(open)
  const { url, pid } = await open(startInOneProcess(servers.env))
  /** Measures the memory growth of the product and of the store, and takes the larger one. */
  const growthBy = async (what: string, below: number, work: () => Promise<unknown>, bytes = 0): Promise<Measure> => {
    say(`Uploading ${what}`)
    const begun = performance.now()
    const [product = Number.NaN, store = Number.NaN] = await growthDuring([pid, servers.storePid], work)
    const rate = bytes / MEGABYTE / ((performance.now() - begun) / 1_000)
    const detail = `product ${product.toFixed(0)} MB, store ${store.toFixed(0)} MB at the peak${bytes === 0 ? '' : `; ${rate.toFixed(0)} MB/s`}`
    return { what: `memory growth by ${what}`, measured: Math.max(product, store), unit: 'MB', below, detail }
  }
  const documentsOf = async (owners: number, below: number) => {
    const count = owners * DOCUMENTS_EACH
    return growthBy(`${count} documents of 50 MB at once`, below, await documentUploads(url, servers, owners), count * SIZE)
  }

  // This measurement must be the first, because a process whose memory has already grown would grow less.
  const ofMany = await documentsOf(MANY_OWNERS, GROWTH_OF_MANY_MB)
  const ofOne = await documentsOf(1, GROWTH_MB)
  const body = Buffer.alloc(SIZE, 'x')
  const times: { direct: number; through: number }[] = []
  const ofFiles = await growthBy('files of 50 MB', GROWTH_MB, async () => {
    for (let round = 0; round < ROUNDS; round++)
      times.push({ through: await timeToPut(url, servers, body), direct: await timeToPut(servers.storeEndpoint, servers, body) })
  })
  const ofImages = await growthBy(`${IMAGES_AT_ONCE} images of 10 MB at once`, GROWTH_MB, await imageUploads(url, servers))
  const speed = (who: 'direct' | 'through') => `${((SIZE / MEGABYTE / median(times.map((time) => time[who]))) * 1000).toFixed(0)} MB/s`
  return [
    {
      what: 'speed of 50 MB through the gateway, ratio to a direct PUT',
      measured: median(times.map(({ direct, through }) => direct / through)),
      unit: 'x',
      atLeast: 0.25,
      detail: `${speed('through')} vs. ${speed('direct')}`,
    },
    ofFiles,
    ofMany,
    ofOne,
    ofImages,
  ]
}
