import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { replaceFile } from '../replace-file.ts'
import type { Bucket } from './bucket.ts'
import { S3Error } from './s3-error.ts'

const SMALLEST_PART = 5 * 1024 ** 2
const KEEP_UNFINISHED_MS = 24 * 3600_000
const UPLOAD_ID = /^[0-9a-f-]{36}$/

export interface Upload {
  id: string
  key: string
  /** ISO time */
  initiated: string
  headers: Record<string, string>
}

export interface Part {
  number: number
  etag: string
  size: number
  lastModified: string
  file: string
}

export async function startUpload(bucket: Bucket, key: string, headers: Record<string, string>): Promise<Upload> {
  const upload: Upload = { id: randomUUID(), key, initiated: new Date().toISOString(), headers }
  const dir = join(bucket.uploadsDir, upload.id)
  await mkdir(dir)
  await replaceFile(join(dir, 'upload.json'), JSON.stringify(upload))
  return upload
}

export async function findUpload(bucket: Bucket, key: string, id: string): Promise<Upload> {
  const upload = UPLOAD_ID.test(id) ? await readUpload(bucket, id) : undefined
  if (upload?.key !== key) throw new S3Error('NoSuchUpload', 'The specified multipart upload does not exist.')
  return upload
}

export async function listUploads(bucket: Bucket, prefix: string): Promise<Upload[]> {
  const uploads = await Promise.all((await readdir(bucket.uploadsDir)).map((id) => readUpload(bucket, id)))
  return uploads
    .filter((upload) => upload !== undefined)
    .filter(({ key }) => key.startsWith(prefix))
    .sort((a, b) => (a.key + a.initiated < b.key + b.initiated ? -1 : 1))
}

export async function addPart(bucket: Bucket, upload: Upload, number: number, file: string, md5: string): Promise<void> {
  const dir = join(bucket.uploadsDir, upload.id)
  const earlier = (await listParts(bucket, upload)).find((part) => part.number === number)
  await rename(file, join(dir, `${number}-${md5}`))
  if (earlier && earlier.etag !== md5) await rm(earlier.file, { force: true })
}

export async function listParts(bucket: Bucket, upload: Upload): Promise<Part[]> {
  const dir = join(bucket.uploadsDir, upload.id)
  const names = (await readdir(dir)).filter((name) => name !== 'upload.json')
  const parts = await Promise.all(
    names.map(async (name) => {
      const [number, etag = ''] = name.split('-')
      const { size, mtime } = await stat(join(dir, name))
      return { number: Number(number), etag, size, lastModified: mtime.toISOString(), file: join(dir, name) }
    }),
  )
  return parts.sort((a, b) => a.number - b.number)
}

/** Joins the parts to one file and returns its size and its S3 multipart ETag. */
export async function assemble(parts: Part[], file: string): Promise<{ size: number; etag: string }> {
  if (parts.slice(0, -1).some(({ size }) => size < SMALLEST_PART)) {
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.')
  }
  await writeFile(file, '')
  for (const part of parts) await pipeline(createReadStream(part.file), createWriteStream(file, { flags: 'a' }))
  const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag, 'hex')))
  const etag = `${createHash('md5').update(digests).digest('hex')}-${parts.length}`
  return { size: parts.reduce((sum, { size }) => sum + size, 0), etag }
}

export async function removeUpload(bucket: Bucket, upload: Upload): Promise<void> {
  await rm(join(bucket.uploadsDir, upload.id), { recursive: true, force: true })
}

/** Deletes unfinished uploads that are older than 24 hours. Clients can resume younger ones. */
export async function removeOldUploads(bucket: Bucket): Promise<void> {
  for (const id of await readdir(bucket.uploadsDir)) {
    const upload = await readUpload(bucket, id)
    const isOld = !upload || Date.now() - Date.parse(upload.initiated) > KEEP_UNFINISHED_MS
    if (isOld) await rm(join(bucket.uploadsDir, id), { recursive: true })
  }
}

async function readUpload(bucket: Bucket, id: string): Promise<Upload | undefined> {
  const text = await readFile(join(bucket.uploadsDir, id, 'upload.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
