import type { Client } from 'minio'

interface Abandoned {
  client: Client
  bucket: string
  prefix: string
  before: Date
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'NoSuchUpload'

/**
 * Aborts multipart uploads that were started before `before`. Otherwise, the store would keep the parts of these uploads forever. Returns
 * the number of aborted uploads.
 */
export async function abortAbandoned({ client, bucket, prefix, before }: Abandoned): Promise<number> {
  let aborted = 0
  let after = ''
  for (;;) {
    // `listIncompleteUploads` of the client is not used: it also lists all parts, and fails if an upload ends during the listing.
    const { uploads, isTruncated, nextKeyMarker } = await client.listIncompleteUploadsQuery(bucket, prefix, after, '', '')
    for (const { key, uploadId, initiated } of uploads) {
      if (initiated >= before) continue
      await client.abortMultipartUpload(bucket, key, uploadId).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
      aborted++
    }
    if (!isTruncated) return aborted
    after = nextKeyMarker
  }
}
