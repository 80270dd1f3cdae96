import type { PostingKit } from '@app/contracts/http/posting-kit.ts'
import { platformKitOf } from '@app/contracts/rules/posting-kit.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import type { TasksDeps } from '../deps.ts'
import { approvedVersion } from './kit-files.ts'

const DOWNLOAD_SECONDS = 3_600

/** Returns what an admin needs to post the approved version of a task by hand. */
export async function getPostingKit(deps: TasksDeps, ref: string): Promise<PostingKit> {
  const { store } = deps
  const { task, previewNo, caption, files } = await approvedVersion(deps, ref)
  const { taskId, companyProfileId, title } = task
  const approved = { title, caption, kinds: files.map(({ kind }) => kind) }
  return {
    taskId,
    companyProfileId,
    title,
    previewNo,
    platforms: platforms.filter((name) => task[name]).map((name) => platformKitOf(name, approved)),
    files: files.map(({ name, kind, media_type: mediaType, bytes, key, alternative_text: alternativeText }) => ({
      name,
      kind,
      mediaType,
      bytes,
      url: store.publicUrl(key),
      alternativeText,
      // Signatures are checked against real time.
      downloadUrl: store.signGet(key, name, DOWNLOAD_SECONDS, new Date()),
    })),
  }
}
