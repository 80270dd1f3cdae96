import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { getMe, type Me } from '@app/contracts/http/identity.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { answer, never, reply, type Sent } from './api.ts'

const NOW = '2026-03-02T10:00:00.000Z'

export const owner: Me = { _id: 'u1', email: 'ann@bakery.example', username: 'Ann', role: 'owner' }

export const company: CompanyProfile = {
  _id: 'c1',
  companyName: 'Ann’s Bakery',
  dba: '',
  fedraltaxid: '',
  industry: '',
  email: '',
  phone: '',
  website: '',
  address1: '',
  address2: '',
  city: '',
  zip: '',
  state: '',
  country: '',
  linkedin: '',
  facebook: '',
  insta: '',
  x: '',
  youtube: '',
  fontfamily: '',
  color1: '',
  color2: '',
  color3: '',
  logo: null,
  brandRelateImage1: null,
  brandRelateImage2: null,
  brandRelateImage3: null,
  brandRelateImage4: null,
  brandRelateImage5: null,
  brandRelateImage6: null,
  gsapi: '',
  createdAt: NOW,
  updatedAt: NOW,
}

const once: Task['recurrence'] = {
  isRecurring: false,
  recurrenceType: null,
  recurrenceStartDate: null,
  recurrenceEndDate: null,
  weeklyDayOfWeek: null,
  monthlyWeek: null,
  monthlyDayOfWeek: null,
}

/** A task whose preview waits for its owner, unless it is said otherwise. */
export const task = (more: Partial<Task> = {}): Task => ({
  _id: 't1',
  taskId: 1,
  companyProfileId: company._id,
  title: 'Winter blend',
  tagline: '',
  taskpurpose: '',
  headline: '',
  offerormessage: '',
  calltoaction: '',
  guidlines: '',
  additionalinfo: '',
  description: '',
  targetPostingDate: '2030-03-12',
  submissionForReview: '2030-03-08',
  currentStatus: 'Pending',
  platform_x: true,
  platform_fb: false,
  platform_insta: false,
  platform_li: false,
  platform_youtube: false,
  platform_via_mail: false,
  referenceImage: null,
  doneTaskImage: '/favicon.svg',
  adminPostComment: null,
  rollbackFeedback: [],
  ...once,
  recurrence: once,
  version: 1,
  createdAt: NOW,
  updatedAt: NOW,
  ...more,
})

/** The portal of an owner at work, whose tasks are whatever `tasks` answers at the time. Returns the calls of the list. */
export function ownerAtWork(tasks: () => Task[] | Promise<Task[]>): Sent[] {
  answer(getMe, () => reply(getMe, owner))
  answer(getCompanyProfile, () => reply(getCompanyProfile, company))
  answer(streamNotifications, never)
  return answer(listTasks, async () => reply(listTasks, await tasks()))
}
