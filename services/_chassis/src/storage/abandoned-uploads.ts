import type { Client } from 'minio'

interface Abandoned {
  client: Client
  bucket: string
  prefix: string
  /** Uploads begun earlier are nobody's any more. */
  before: Date
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'NoSuchUpload'

/** Ends multipart uploads that nobody will finish, whose parts a store keeps for ever and lists nowhere else. Answers how many. */
export async function abortAbandoned({ client, bucket, prefix, before }: Abandoned): Promise<number> {
  let aborted = 0
  let after = ''
  for (;;) {
    // The client's own `listIncompleteUploads` asks for the parts of each, and fails when one ends meanwhile.
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
