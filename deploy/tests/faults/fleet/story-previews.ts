import { createHash } from 'node:crypto'
import { pdf } from '@app/chassis/testing/documents.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { contentHashOf } from '@app/contracts/rules/content-hash.ts'
import type { Ask } from './ask.ts'

const VIDEO_MS = 4_000

interface Delivering {
  token: string
  adminToken: string
  taskId: string
  caption: string
}

/** Returns the key by which `audit.ts` compares previews: the caption and the content hash. */
export const previewKey = (caption: string, contentHash: string): string => `${caption} ${contentHash}`

/**
 * Delivers a preview with a caption, a picture, a video with its poster, and a PDF file. Then the owner lists the task's previews. Throws if
 * the new preview is not the first and current one with these files. Returns the key of the preview.
 */
export async function runPreviewStory(ask: Ask, { token, adminToken, taskId, caption }: Delivering): Promise<string> {
  const contents = [png(), mp4(), pdf()] as const
  const [file1, file2, file3] = contents
  await ask({
    method: uploadPreview.method,
    path: uploadPreview.url.replace(':id', taskId),
    token: adminToken,
    fields: { caption, duration2: String(VIDEO_MS) },
    files: { file1, file2, poster2: png(), file3 },
  })
  const fileHashes = contents.map((content) => createHash('sha256').update(content).digest('hex'))
  const contentHash = await contentHashOf({ caption, fileHashes })
  const [newest] = await ask<Preview[]>({ method: listPreviews.method, path: listPreviews.url.replace(':id', taskId), token })
  if (!newest?.isCurrent || newest.contentHash !== contentHash)
    throw new Error(`The newest preview of the task ${taskId} is not the delivered one: ${JSON.stringify(newest)}`)
  return previewKey(caption, contentHash)
}
