import { Readable } from 'node:stream'
import { AppError } from '@app/chassis/http/errors.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { CSV_MARK, csvLine } from '@app/contracts/rules/csv.ts'
import { NARROW_DOWN, POSTS_EXPORTED_MAX } from '@app/contracts/rules/posts.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import { localTimeAt } from '@app/contracts/rules/wall-clock.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findPostIds, findPostsOf, type PostFilter, type PostRow } from './post.repository.ts'

const PAGE = 100

/** Returns when a task was posted in its company's time zone, as spreadsheet programs read it: `YYYY-MM-DD HH:MM`. */
const postedIn = (post: PostRow): string => localTimeAt(new Date(post.postedAt), timeZoneOf(post)).replace('T', ' ')

/** Returns who approved, for example "Ana (ana@shop.example)". Names and addresses may be erased. */
function approverOf({ approval }: PostRow): string | null {
  if (!approval) return null
  const address = approval.decider ?? approval.role
  return approval.deciderName === null ? address : `${approval.deciderName} (${address})`
}

const columns: readonly (readonly [name: string, cell: (post: PostRow) => string | number | null | undefined])[] = [
  ['Posted', postedIn],
  ['Time zone', timeZoneOf],
  ['Company', ({ companyName }) => companyName],
  ['Task', ({ taskId }) => taskId],
  ['Title', ({ title }) => title],
  [
    'Platforms',
    (post) =>
      platforms
        .filter((name) => post[name])
        .map((name) => platformNames[name])
        .join(', '),
  ],
  ['Caption', ({ caption }) => caption],
  ['Files', ({ fileCount }) => fileCount],
  ...platforms.map((name) => [`${platformNames[name]} link`, ({ postLinks }: PostRow) => postLinks[name]] as const),
  ['Approved by', approverOf],
  ['Approved through', ({ approval }) => approval?.channel],
  ['Approved at (UTC)', ({ approval }) => approval?.at],
  ['Accepted by an admin', ({ approval }) => (approval?.isAcceptedByAdmin ? 'yes' : '')],
]

async function* csvLines(db: Kysely<Tables>, ids: readonly string[]): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(columns.map(([name]) => name))
  for (let at = 0; at < ids.length; at += PAGE) {
    for (const post of await findPostsOf(db, ids.slice(at, at + PAGE))) yield csvLine(columns.map(([, cell]) => String(cell(post) ?? '')))
  }
}

/**
 * Streams posts as CSV, newest first. Reads the posts page by page, as fast as the client reads the stream. Throws 422 before the first
 * line if there are too many.
 */
export async function postsCsv(db: Kysely<Tables>, filter: PostFilter): Promise<Readable> {
  const ids = await findPostIds(db, filter, POSTS_EXPORTED_MAX + 1)
  if (ids.length > POSTS_EXPORTED_MAX)
    throw new AppError('too-many-posts', 'refused', `A file holds up to ${formatNumber(POSTS_EXPORTED_MAX)} posts. ${NARROW_DOWN}.`)
  return Readable.from(csvLines(db, ids))
}
