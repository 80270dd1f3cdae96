import { escapeHtml } from '@app/chassis/mail/escape.ts'
import type { ExportedTask } from '@app/contracts/export/tasks.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import { dateOf, framed, href, linkTo, table } from './html.ts'

/** What the list of posts shows of a posted task. */
export interface PostFacts {
  taskId: number
  title: string
  postedOn: string
  /** Names of the platforms. */
  platforms: string
  links: ExportedTask['postLinks']
  caption: string
  fileCount: number
  /** The first file of the posted version, if it is a picture. */
  picture: { key: string; alternativeText: string } | undefined
  approval: { at: string; channel: string } | undefined
}

/** Returns the post of a task. Undefined unless the task was posted. */
export function postOf(task: ExportedTask): PostFacts | undefined {
  const { taskId, title, postedOn, postLinks: links, previews, approvedPreviewNumber, decisions } = task
  if (postedOn === null) return undefined
  const approved = previews.find(({ number }) => number === approvedPreviewNumber)
  const first = approved?.files[0]
  const decision = decisions.findLast(({ kind, previewNumber }) => kind === 'approve' && previewNumber === approvedPreviewNumber)
  const properties: Readonly<Record<string, unknown>> = {
    platform_x: task.platformX,
    platform_fb: task.platformFb,
    platform_insta: task.platformInsta,
    platform_li: task.platformLi,
    platform_youtube: task.platformYoutube,
    platform_via_mail: task.platformViaMail,
  }
  return {
    taskId,
    title,
    postedOn,
    platforms: platforms
      .filter((platform) => properties[platform])
      .map((platform) => platformNames[platform])
      .join(', '),
    links,
    caption: approved?.caption ?? '',
    fileCount: approved?.files.length ?? 0,
    picture: first?.kind === 'image' ? first : undefined,
    approval: decision && { at: new Date(decision.createdAt).toISOString(), channel: decision.channel },
  }
}

const newestFirst = (posts: readonly PostFacts[]): PostFacts[] =>
  posts.toSorted((one, other) => other.postedOn.localeCompare(one.postedOn) || other.taskId - one.taskId)

/** The headers of the table of posts. */
export const postColumns = [
  'Posted',
  'Task',
  'Title',
  'Platforms',
  'Caption',
  'Files',
  ...platforms.map((platform) => `${platformNames[platform]} link`),
  'Approved through',
  'Approved at (UTC)',
]

/** Yields the lines of the table of posts, newest first. */
export function* postLines(posts: readonly PostFacts[]): Generator<string[]> {
  for (const { postedOn, taskId, title, platforms: names, caption, fileCount, links, approval } of newestFirst(posts))
    yield [
      postedOn,
      String(taskId),
      title,
      names,
      caption,
      String(fileCount),
      ...platforms.map((platform) => links[platform] ?? ''),
      approval?.channel ?? '',
      approval?.at ?? '',
    ]
}

export const POSTS_PAGE = 'pages/posts.html'

const approvedThrough = (channel: string | undefined): string =>
  channel === undefined ? '' : channel === 'review-link' ? 'By link' : 'In the portal'

/** The page with all posts, newest first. Each leads to its task on the page of the month. */
export function postsPage(
  posts: readonly PostFacts[],
  paths: ReadonlyMap<string, string>,
  pageOf: (day: string) => string,
): AsyncIterable<string> {
  const rows = newestFirst(posts).map(({ taskId, title, postedOn, platforms: names, links, caption, picture, approval }) => {
    const path = picture && paths.get(picture.key)
    const task = `<a href="${href(pageOf(postedOn), 1)}#task-${taskId}">${escapeHtml(title)}</a>`
    return [
      dateOf(postedOn),
      path === undefined
        ? ''
        : `<img class="small" src="${href(path, 1)}" alt="${escapeHtml(picture?.alternativeText ?? '')}" loading="lazy">`,
      `${task}${caption && `<p class="caption" dir="auto">${escapeHtml(caption)}</p>`}`,
      [escapeHtml(names), ...platforms.flatMap((platform) => links[platform] ?? []).map(linkTo)].join('<br>'),
      approvedThrough(approval?.channel),
    ]
  })
  return framed('Posts', 1, table(['Date', 'Picture', 'Post', 'Where', 'Approved'], rows))
}
