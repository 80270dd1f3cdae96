import { AppError } from '@app/chassis/http/errors.ts'
import { formatSize } from '@app/contracts/format/file-size.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { NARROW_DOWN, POST_FILES_MAX, POST_FILES_MAX_BYTES } from '@app/contracts/rules/posts.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { slugOf } from './kit-files.ts'
import { findPostFiles, findPostIds, type PostFileRow, type PostFilter } from './post.repository.ts'

interface NamedFile {
  name: string
  key: string
  bytes: number
}

/** Returns the start of a file's name: when, where and what was posted, for example `2026-10-14 facebook-instagram winter-bread`. */
function startOf(post: PostFileRow): string {
  const networks = platforms.filter((name) => post[name]).map((name) => platformNames[name].toLowerCase())
  return [post.postedOn, networks.join('-'), slugOf(post.title) || 'post'].filter(Boolean).join(' ')
}

/** Returns the files with their names in a ZIP file. Posts of a day with the same title get a number in parentheses. */
function named(files: readonly PostFileRow[], withFolders: boolean): NamedFile[] {
  const used = new Map<string, number>()
  return [...Map.groupBy(files, ({ taskId }) => taskId).values()].flatMap((ofPost) =>
    ofPost.map((file, at) => {
      const start = withFolders ? `${slugOf(file.companyName) || 'company'}/${startOf(file)}` : startOf(file)
      if (at === 0) used.set(start, (used.get(start) ?? 0) + 1)
      const again = used.get(start) ?? 1
      const position = String(at + 1).padStart(2, '0')
      const name = `${start}${again > 1 ? ` (${again})` : ''} ${position}.${extensions[file.mediaType] ?? 'bin'}`
      return { name, key: file.key, bytes: file.bytes }
    }),
  )
}

const tooMany = (what: string): AppError => new AppError('too-many-posts', 'refused', `A ZIP file holds up to ${what}. ${NARROW_DOWN}.`)

/**
 * Returns the files of all posts of a filter, newest post first, with unique names. Those of several companies are in folders. Throws 422
 * if there are too many files, or if they are too large.
 */
export async function filesOfPosts(db: Kysely<Tables>, filter: PostFilter): Promise<NamedFile[]> {
  // Each post has at least one file.
  const ids = await findPostIds(db, filter, POST_FILES_MAX + 1)
  const files = ids.length > POST_FILES_MAX ? [] : await findPostFiles(db, ids, POST_FILES_MAX + 1)
  if (ids.length > POST_FILES_MAX || files.length > POST_FILES_MAX) throw tooMany(`${formatNumber(POST_FILES_MAX)} files`)
  if (files.reduce((total, { bytes }) => total + bytes, 0) > POST_FILES_MAX_BYTES) throw tooMany(formatSize(POST_FILES_MAX_BYTES))
  return named(files, filter.companyId === undefined)
}
