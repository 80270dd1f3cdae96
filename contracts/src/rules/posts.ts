import type { Fault } from './task-dates.ts'
import { type Platform, platformNames, platforms } from './task-status.ts'

/** The addresses of a post in the networks, by platform. */
export type PostLinks = Partial<Record<Platform, string>>

/** What an admin can change about a posted task. */
export const postParts = ['postedAt', 'postLinks'] as const

export const POST_LINK_MAX = 2000

/** Maximum number of posts in one CSV file, and of files in one ZIP file. */
export const POSTS_EXPORTED_MAX = 20_000
export const POST_FILES_MAX = 1_000
/** The files of any one post fit into a ZIP file. Browsers keep it in memory or in temporary files until it is complete. */
export const POST_FILES_MAX_BYTES = 2_000 * 1024 ** 2

/** Ends the messages about too many posts. */
export const NARROW_DOWN = 'Choose a month, a platform or a search'

/** The clocks of an admin's computer and of the server may differ by this much. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000

export const POSTED_AT_INVALID = 'Please enter a valid date and time'
export const POSTED_AT_LATE = 'A task cannot be posted in the future'
export const POSTED_AT_EARLY = 'A task cannot be posted before it was created'
export const POST_LINK_INVALID = 'Please enter a complete address that begins with https://'
export const POST_LINK_LONG = `This address is too long: at most ${POST_LINK_MAX} characters`

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

interface Posting {
  /** When the task was created, by the business clock. */
  createdAt: Date
  now: Date
}

/** Returns when a task was posted, in UTC, or the fault in the text. The text is ISO 8601 with a time zone. */
export function readPostedAt(text: string, { createdAt, now }: Posting): { postedAt: string } | { fault: Fault } {
  const fault = (message: string) => ({ fault: { field: 'postedAt', message } })
  const time = instant.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return fault(POSTED_AT_INVALID)
  if (time > now.getTime() + CLOCK_DIFFERENCE_MS) return fault(POSTED_AT_LATE)
  // An admin enters a time without seconds.
  if (time < Math.floor(createdAt.getTime() / 60_000) * 60_000) return fault(POSTED_AT_EARLY)
  return { postedAt: new Date(time).toISOString() }
}

/** Returns the address as browsers write it. Undefined unless it is an https address without a user name and password. */
function checkedLink(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, username, password, href } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && !username && !password ? href : undefined
}

/** Returns the links of a task's post, or the first fault in them. A task has links only for its own platforms. */
export function readPostLinks(links: PostLinks, task: Readonly<Record<Platform, boolean>>): { postLinks: PostLinks } | { fault: Fault } {
  const postLinks: PostLinks = {}
  for (const platform of platforms) {
    const link = links[platform]
    if (link === undefined) continue
    const fault = (message: string) => ({ fault: { field: `postLinks.${platform}`, message } })
    if (!task[platform]) return fault(`This task is not for ${platformNames[platform]}`)
    const checked = checkedLink(link)
    if (checked === undefined) return fault(POST_LINK_INVALID)
    if (checked.length > POST_LINK_MAX) return fault(POST_LINK_LONG)
    postLinks[platform] = checked
  }
  return { postLinks }
}
