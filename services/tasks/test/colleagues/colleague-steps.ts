import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { byHand, type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { type Person, type setUp, taskIn } from '../setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>

/** Request headers of a person's browser. */
const browser = { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15' }

let invited = 0
/** Returns a new invitation. Each call returns another address, because a mailbox gets only three invitations a day. */
export const invitationOf = (changes: object = {}) => ({
  name: 'Ana Ruiz',
  email: `ana.${++invited}@harborpine.example`,
  may: 'decide',
  ...changes,
})

/** Functions with which owners and colleagues act in the tests. */
export function colleagueSteps(service: Service) {
  const { app, db, deps } = service
  const url = (owner: Reviewer, colleague?: Pick<Colleague, '_id'>) =>
    `/task/colleagues/${owner.company._id}${colleague ? `/${colleague._id}` : ''}`
  const tokenOf = ({ _id }: Pick<Colleague, '_id'>) => deps.reviewKeys.invitationTokenOf(_id)

  const invite = (owner: Reviewer, body: object = {}, caller: Person = owner, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: url(owner), payload: invitationOf(body), headers: { ...caller.headers, ...headers } })

  const accept = (token: string, interaction: object | undefined = byHand, headers: Record<string, string> = browser) =>
    app.inject({ method: 'POST', url: `/review/invitation/${token}/accept`, payload: { interaction }, headers })

  return {
    tokenOf,
    invite,
    accept,
    list: async (owner: Reviewer, caller: Person = owner): Promise<Colleague[]> =>
      (await app.inject({ url: url(owner), headers: caller.headers })).json(),
    change: (owner: Reviewer, colleague: Pick<Colleague, '_id'>, may: string, caller: Person = owner) =>
      app.inject({ method: 'PUT', url: url(owner, colleague), payload: { may }, headers: caller.headers }),
    remove: (owner: Reviewer, colleague: Pick<Colleague, '_id'>, caller: Person = owner) =>
      app.inject({ method: 'DELETE', url: url(owner, colleague), headers: caller.headers }),
    answer: (owner: Reviewer, colleague: Pick<Colleague, '_id'>, isAccepted: boolean, caller: Person = owner) =>
      app.inject({ method: 'POST', url: `${url(owner, colleague)}/return`, payload: { isAccepted }, headers: caller.headers }),
    ask: (token: string, interaction: object = byHand) =>
      app.inject({ method: 'POST', url: `/review/invitation/${token}/return`, payload: { interaction }, headers: browser }),
    open: (token: string) => app.inject({ url: `/review/invitation/${token}`, headers: browser }),
    leave: (token: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
      app.inject({ method: 'POST', url: `/review/invitation/${token}/leave`, payload, headers: { 'content-type': type } }),
    /** Adds an owner who has got a preview, and so can invite colleagues. */
    async ownerWithPreview(): Promise<Reviewer> {
      const owner = await reviewer(service)
      await taskIn(app, owner, 'Previewed')
      return owner
    },
    /** Invites a colleague, who accepts. */
    async colleagueOf(owner: Reviewer, body: object = {}): Promise<Colleague> {
      const response = await invite(owner, body)
      if (response.statusCode !== 201) throw new Error(response.body)
      const colleague: Colleague = response.json()
      await accept(tokenOf(colleague))
      return colleague
    },
    /** Delivers a preview of a new task. Returns the task, the token of the owner's link, and a token for each colleague. */
    async delivered(
      owner: Reviewer,
      { isOpened = true } = {},
    ): Promise<{ task: Task; owners: string; tokenFor: (colleague: Pick<Colleague, '_id'>) => string }> {
      const { task, token } = await reviewing(service).linked(owner, undefined, isOpened)
      const event = (await outboxOf(db as never, PreviewUploaded)).findLast(({ subject }) => subject === task._id)
      return {
        task,
        owners: token,
        tokenFor({ _id }) {
          const link = event?.data.reviewLinks?.find(
            ({ recipientKind, recipientId }) => recipientKind === 'colleague' && recipientId === _id,
          )
          if (!link) throw new Error('The colleague has no review link')
          return deps.reviewKeys.tokenOf(link.id)
        },
      }
    },
    /** Returns the changes of a colleague in the published events. */
    async changesOf({ _id }: Pick<Colleague, '_id'>): Promise<string[]> {
      return (await outboxOf(db as never, ColleagueChanged))
        .filter(({ subject }) => subject === _id)
        .sort((a, b) => a.aggregateversion - b.aggregateversion)
        .map(({ data }) => data.change)
    },
    /** Moves the times of a colleague's invitation and leaving into the past. */
    async backdate({ _id }: Pick<Colleague, '_id'>, age: string): Promise<void> {
      await sql`
        update colleague set invited_at = invited_at - ${age}::interval, changed_at = changed_at - ${age}::interval,
          left_at = left_at - ${age}::interval where id = ${_id}`.execute(db)
    },
  }
}
