import { recordOf } from '@app/contracts/primitives.ts'
import { type PostLinks, readPostLinks } from '@app/contracts/rules/posts.ts'
import type { Fault } from '@app/contracts/rules/task-dates.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { instantOfLocal } from '../../../shared/format/local-times.ts'

/**
 * When a task was posted, and the address of the post in each network. The time is `YYYY-MM-DDTHH:MM` in the business's time zone, or '' for
 * now. An address that was not entered is ''.
 */
export interface PostForm extends Record<Platform, string> {
  postedAt: string
}

export const emptyPost: PostForm = { postedAt: '', ...recordOf(platforms, () => '') }

/** The platforms of a task. It can have links only for these. */
export type OnPlatforms = Readonly<Record<Platform, boolean>>

export const platformsOf = (task: OnPlatforms): Platform[] => platforms.filter((platform) => task[platform])

export const linksIn = (task: OnPlatforms, form: PostForm): PostLinks =>
  Object.fromEntries(platformsOf(task).flatMap((platform) => (form[platform].trim() ? [[platform, form[platform].trim()]] : [])))

/** Returns the fields of a launch. Without a time, the task is posted now. */
export function postFieldsOf(task: OnPlatforms, form: PostForm): { postedAt?: string; postLinks?: PostLinks } {
  const postLinks = linksIn(task, form)
  return {
    ...(form.postedAt && { postedAt: instantOfLocal(form.postedAt) }),
    ...(Object.keys(postLinks).length > 0 && { postLinks }),
  }
}

/** Returns the platform in a field name of the server's errors: "platform_x" for "postLinks.platform_x". Other names stay unchanged. */
export const postControlOf = (field: string): string => field.replace(/^postLinks\./, '')

/** Returns the addresses that the server would refuse. */
export const faultsInLinks = (task: OnPlatforms, form: PostForm): Fault[] =>
  Object.entries(linksIn(task, form)).flatMap(([platform, link]) => {
    const read = readPostLinks({ [platform]: link }, task)
    return 'fault' in read ? [{ field: platform, message: read.fault.message }] : []
  })
