import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ApprovalConfirmed, ApprovalWithdrawn, PreviewUploaded, TaskApproved, TaskReferredBack } from '@app/contracts/events/tasks.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { deliver, type setUp, taskIn } from '../setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>

/** Request headers of a person's browser. They contain no sign of a machine. */
const browser = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
}
export const byHand = { pointerOrKey: true, heldMs: 900, automated: false }
const byHandInForm = { pointerOrKey: 'true', heldMs: '900', automated: 'false' }

/** Adds an owner with a company and a confirmed email address. */
export async function reviewer({ deps, db }: Service, { isConfirmed = true, email = 'maria@harborpine.example' } = {}) {
  const owner = await ownerWithCompany(deps)
  await sql`
    insert into owner_address (owner_id, email, is_confirmed, version) values (${owner.id}, ${email}, ${isConfirmed}, 1)`.execute(db)
  return owner
}

export type Reviewer = Awaited<ReturnType<typeof reviewer>>

/** Functions that use review links as their recipients do. */
export function reviewing(service: Service) {
  const { app, db, deps } = service
  const post = (token: string, action: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/review/${token}/${action}`, payload, headers: { ...browser, ...headers } })

  /** Returns the token of the newest link of a task. */
  async function tokenOf({ _id }: Pick<Task, '_id'>): Promise<string> {
    const links = (await outboxOf(db as never, PreviewUploaded)).filter(({ subject }) => subject === _id)
    const id = links.at(-1)?.data.reviewLinks?.[0]?.id
    if (!id) throw new Error('The event has no review link')
    return deps.reviewKeys.tokenOf(id)
  }

  return {
    tokenOf,
    /**
     * Delivers a preview, and returns the task and the token of the review link. Sets `sent_at` as if the mail relay had accepted the email
     * a minute ago. Unless `isOpened` is false, sets `first_opened_at` as if a person had opened the page.
     */
    async linked(owner: Reviewer, task?: Task, isOpened = true): Promise<{ task: Task; token: string }> {
      const delivered = task ?? (await taskIn(app, owner, 'Previewed'))
      if (task) await deliver(app, task._id)
      const token = await tokenOf(delivered)
      await sql`update review_link set sent_at = now() - interval '1 minute', first_opened_at = case when ${isOpened} then now() end
        where task_id = ${delivered._id}`.execute(db)
      return { task: delivered, token }
    },
    get: (token: string, headers: Record<string, string> = {}) =>
      app.inject({ url: `/review/${token}`, headers: { ...browser, ...headers } }),
    head: (token: string) => app.inject({ method: 'HEAD', url: `/review/${token}`, headers: browser }),
    review: async (token: string): Promise<Review> => (await app.inject({ url: `/review/${token}`, headers: browser })).json(),
    approve: (token: string, body: object = {}, headers?: Record<string, string>) =>
      post(token, 'approve', { previewNo: 1, interaction: byHand, ...body }, headers),
    async referBack(token: string, fields: Record<string, string> = {}, files: Record<string, Uint8Array<ArrayBuffer>> = {}) {
      const form = await multipart({ previewNo: '1', feedback: 'Warmer', ...byHandInForm, ...fields }, files)
      const url = `/review/${token}/refer-back`
      return app.inject({ method: 'POST', url, payload: form.payload, headers: { ...browser, ...form.headers } })
    },
    undo: (token: string, body: object = {}) => post(token, 'undo', { previewNo: 1, reason: 'Wrong price', ...body }),
    confirm: (token: string, code: string) => post(token, 'confirm', { code }),
    snooze: (token: string, until: string) => post(token, 'snooze', { until }),
    resend: (token: string) => app.inject({ method: 'POST', url: `/review/${token}/resend`, headers: browser }),
    /** Returns the events about decisions on a task, oldest first. */
    async decisions({ _id }: Task) {
      const types = [TaskApproved, TaskReferredBack, ApprovalWithdrawn, ApprovalConfirmed]
      const events = await Promise.all(types.map((type) => outboxOf(db as never, type)))
      return events
        .flat()
        .filter(({ subject }) => subject === _id)
        .sort((a, b) => a.aggregateversion - b.aggregateversion)
    },
  }
}
