import type { Client } from 'minio'

interface Abandoned {
  client: Client
  bucket: string
  prefix: string
  /** Uploads that were started before this time count as abandoned. */
  before: Date
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'NoSuchUpload'

/** Aborts abandoned multipart uploads, whose parts the store would keep forever. Returns the number of aborted uploads. */
export async function abortAbandoned({ client, bucket, prefix, before }: Abandoned): Promise<number> {
  let aborted = 0
  let after = ''
  for (;;) {
    // The client's `listIncompleteUploads` lists the parts of each upload, and fails if an upload ends during the listing.
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
