import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableObject, oneOf, pageQuery, text } from '../primitives.ts'
import { POST_FILES_MAX, POSTS_EXPORTED_MAX } from '../rules/posts.ts'
import { platforms } from '../rules/task-status.ts'
import { BOARD_SEARCH_MAX, BoardTask, manager } from './board.ts'
import { RecordEntry } from './company-record.ts'
import { Task } from './tasks.ts'

/** The approval of the version that was posted, as the decision record tells it. */
export const PostApproval = Type.Object({
  at: Instant,
  role: RecordEntry.properties.role,
  channel: RecordEntry.properties.channel,
  decider: RecordEntry.properties.decider,
  deciderName: RecordEntry.properties.deciderName,
  isAcceptedByAdmin: Type.Boolean({
    description: 'a machine may have approved through the review link, and the admin who launched the task accepted it for the client',
  }),
})
export type PostApproval = Type.Static<typeof PostApproval>

/** A posted task: what was posted where and when, and who approved it. */
export const PostedTask = Type.Object({
  ...Type.Pick(Task, ['_id', 'taskId', 'companyProfileId', 'title', 'doneTaskImage', 'doneTaskThumbnail', 'postLinks', ...platforms])
    .properties,
  companyName: Type.String(),
  timeZone: BoardTask.properties.timeZone,
  postedAt: Instant,
  postedOn: Type.String({ description: "YYYY-MM-DD; the date of `postedAt` in the business's time zone. `month` selects by this date" }),
  caption: Type.String({ description: 'caption of the approved version; may be empty' }),
  fileCount: Type.Integer({ description: 'number of files of the approved version. `doneTaskImage` shows the first' }),
  alternativeText: Type.String({ description: 'for people who do not see the first file; may be empty' }),
  approval: nullableObject(PostApproval),
})
export type PostedTask = Type.Static<typeof PostedTask>

export const POSTS_PAGE_MAX = 50

const filter = {
  month: Type.Optional(Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description: "YYYY-MM, by the business's dates" })),
  platform: Type.Optional(oneOf(platforms)),
  search: Type.Optional(text(BOARD_SEARCH_MAX)),
}
const adminFilter = { ...filter, companyProfileId: Type.Optional(Id), manager }
const page = pageQuery(POSTS_PAGE_MAX).properties

const FILTERS = '`search` is the number of a task, or words that are all in the title or all in the approved caption'

export const listPosts = defineRoute({
  id: 'listPosts',
  method: 'GET',
  url: '/posts',
  access: 'owner',
  summary: `Lists what was posted for the company of the owner, newest first. ${FILTERS}`,
  schema: { querystring: Type.Object({ ...page, ...filter }), response: { 200: Type.Array(PostedTask) } },
})

export const adminListPosts = defineRoute({
  id: 'adminListPosts',
  method: 'GET',
  url: '/admin/posts',
  access: 'admin',
  summary: `Lists what was posted for all companies or for one, newest first. ${FILTERS}`,
  schema: { querystring: Type.Object({ ...page, ...adminFilter }), response: { 200: Type.Array(PostedTask) } },
})

const CSV = `as CSV (RFC 4180). Cells that look like formulas are escaped. 422 for more than ${POSTS_EXPORTED_MAX} posts`
const ZIP = `as a ZIP file, whose names begin with the date. 422 for more than ${POST_FILES_MAX} files or too many bytes`

export const exportPosts = defineRoute({
  id: 'exportPosts',
  method: 'GET',
  url: '/posts/posts.csv',
  access: 'owner',
  answers: 'text/csv',
  summary: `Streams the posts of \`listPosts\` ${CSV}`,
  schema: { querystring: Type.Object(filter), response: { 200: Type.String() } },
})

export const adminExportPosts = defineRoute({
  id: 'adminExportPosts',
  method: 'GET',
  url: '/admin/posts/posts.csv',
  access: 'admin',
  answers: 'text/csv',
  summary: `Streams the posts of \`adminListPosts\` ${CSV}`,
  schema: { querystring: Type.Object(adminFilter), response: { 200: Type.String() } },
})

export const downloadPosts = defineRoute({
  id: 'downloadPosts',
  method: 'GET',
  url: '/posts/files.zip',
  access: 'owner',
  answers: 'application/zip',
  summary: `Streams the pictures, videos and PDF files of the posts of \`listPosts\` ${ZIP}`,
  schema: { querystring: Type.Object(filter), response: { 200: Type.String() } },
})

export const adminDownloadPosts = defineRoute({
  id: 'adminDownloadPosts',
  method: 'GET',
  url: '/admin/posts/files.zip',
  access: 'admin',
  answers: 'application/zip',
  summary: `Streams the pictures, videos and PDF files of the posts of \`adminListPosts\` ${ZIP}. Each company has a folder`,
  schema: { querystring: Type.Object(adminFilter), response: { 200: Type.String() } },
})
