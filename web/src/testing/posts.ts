import type { PostApproval, PostedTask } from '@app/contracts/http/posts.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { company, picture } from './fixtures.ts'

export const approvalOf = (changes: Partial<PostApproval> = {}): PostApproval => ({
  at: '2026-10-12T14:00:00Z',
  role: 'owner',
  channel: 'portal',
  decider: 'ann@bakery.example',
  deciderName: null,
  isAcceptedByAdmin: false,
  ...changes,
})

/** Returns a post on Instagram with one picture, which was posted on October 14 at 9:05 AM in New York. */
export const postOf = (changes: Partial<PostedTask> = {}): PostedTask => ({
  _id: `task-${changes.taskId ?? 5}`,
  taskId: 5,
  companyProfileId: company._id,
  companyName: company.companyName,
  timeZone: 'America/New_York',
  title: 'Winter bread',
  ...recordOf(platforms, () => false),
  platform_insta: true,
  doneTaskImage: picture('coral'),
  doneTaskThumbnail: null,
  postedAt: '2026-10-14T13:05:00Z',
  postedOn: '2026-10-14',
  postLinks: {},
  caption: 'The winter bread is back.',
  fileCount: 1,
  alternativeText: '',
  approval: approvalOf(),
  ...changes,
})
