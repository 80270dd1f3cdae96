import { png } from '@app/chassis/testing/pictures.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { type Client, clientOf, createCompany, must, signInAdmin, signUpOwner } from '../../deploy/test/system/client.ts'

const today = todayIn(DEFAULT_TIMEZONE)

const brief = {
  tagline: 'Slow mornings',
  taskpurpose: 'Bring regulars in before the holidays',
  headline: 'The winter blend is here',
  offerormessage: 'Two for one until Friday',
  calltoaction: 'Stop by this week',
  description: 'A square post with the new bag on wood. Keep the logo small, in the corner.',
  platform_x: 'true',
  platform_insta: 'true',
}

/** The dates of a task that recurs, of which no month is ever full. */
export const weekly = {
  isRecurring: 'true',
  recurrenceType: 'weekly',
  recurrenceStartDate: addDays(today, 3),
  recurrenceEndDate: addDays(today, 90),
  weeklyDayOfWeek: 'friday',
}

/** People and tasks in every state, made over HTTP: what the screens are looked at with. */
export interface World {
  tokens: Record<'newcomer' | 'beginner' | 'owner' | 'admin', string>
  tasks: Record<'waiting' | 'delivered' | 'referredBack' | 'approved' | 'posted', Task>
}

/** Delivers previews, refers back, approves and launches, as the owner and the admin would. */
export function actionsOf(send: Client, owner: string, admin: string) {
  return {
    deliver: async (task: Task) =>
      (await must(send<{ task: Task }>('POST', `/admin/upload-task-image/${task._id}`, { token: admin, files: { image: png() } }))).task,
    referBack: (task: Task, feedback: string) =>
      must(send<Task>('PUT', `/task/add-feedback-image/${task._id}`, { token: owner, fields: { feedback } })),
    approve: (task: Task) =>
      must(send<Task>('PUT', `/task/update-task/${task._id}`, { token: owner, json: { currentStatus: 'Approved' } })),
    launch: (task: Task) =>
      must(
        send<Task>('PUT', `/task/update-task/${task._id}`, {
          token: admin,
          json: { currentStatus: 'Posted', adminPostComment: 'Live since nine.' },
        }),
      ),
  }
}

export async function makeWorld(productUrl: string): Promise<World> {
  const send = clientOf(productUrl)
  const [newcomer, beginner, owner, admin] = await Promise.all([signUpOwner(send), signUpOwner(send), signUpOwner(send), signInAdmin(send)])
  await createCompany(send, beginner.token, 'Beginners Bakery')
  const { _id: companyProfileId } = await createCompany(send, owner.token)
  const assign = (title: string, dates: object) =>
    must(send<Task>('POST', '/task/create-task', { token: owner.token, fields: { companyProfileId, title, ...brief, ...dates } }))
  const once = (days: number) => ({ submissionForReview: addDays(today, days), targetPostingDate: addDays(today, days + 4) })
  const { deliver, referBack, approve, launch } = actionsOf(send, owner.token, admin)

  const [waiting, second, third, fourth, fifth] = await Promise.all([
    assign('Waiting for its picture', once(1)),
    assign('Ready to be looked at', once(2)),
    assign('Sent back twice', once(3)),
    assign('Every Friday: the fish board', weekly),
    assign('Went out last week', weekly),
  ])
  const [delivered, approved, posted] = await Promise.all([
    deliver(second),
    deliver(fourth).then(approve),
    deliver(fifth).then(approve).then(launch),
  ])
  const firstRound = await deliver(third)
  await referBack(firstRound, 'The headline is too small to read on a phone.')
  await deliver(third)
  const referredBack = await referBack(third, 'Better. Now the cup hides the logo.')
  return {
    tokens: { newcomer: newcomer.token, beginner: beginner.token, owner: owner.token, admin },
    tasks: { waiting, delivered, referredBack, approved, posted },
  }
}
