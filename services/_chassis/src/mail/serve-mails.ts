import type { ComposedMail, MailContentRoute, MailRecipient } from '@app/contracts/http/mail-content.ts'
import type { App } from '../http/app.ts'
import { AppError } from '../http/errors.ts'
import { requireInternalMailKey } from './internal-key.ts'

/** The email that `notifications` is about to send. */
export interface WantedMail {
  /** Id of the object that the email is about. */
  about: string
  recipient: MailRecipient
  /** Objects that the email lists. Empty for most topics. */
  ids: readonly string[]
}

/** `obsolete`: there is nothing to send any more. `retryAfterSeconds`: the content is not complete yet. */
export type MailAnswer = ComposedMail | 'obsolete' | { retryAfterSeconds: number }

/** Composes the emails of one topic from current data. */
export type ComposeMail = (wanted: WantedMail) => Promise<MailAnswer>

const unknownTopic = (): AppError => new AppError('unknown-topic', 'not-found', 'This release does not compose emails of this topic.')
const isObsolete = (): AppError => new AppError('mail-obsolete', 'gone', 'There is nothing to send any more.')
const isIncomplete = (retryAfter: number): AppError =>
  new AppError('mail-incomplete', 'conflict', 'The content is not complete yet.', { retryAfter })

/** Registers the route with which `notifications` requests the content of emails. `composers` contains a function for each topic. */
export function serveMails(
  app: App,
  route: MailContentRoute,
  { internalMailKey, composers }: { internalMailKey: string; composers: Readonly<Record<string, ComposeMail>> },
): void {
  app.route({
    ...route,
    // Both services are in the same network, so compression would only take CPU time.
    compress: false,
    onRequest: requireInternalMailKey(internalMailKey),
    handler: async ({ body }) => {
      const { topic, about, recipient, ids = [] } = body
      const compose = Object.hasOwn(composers, topic) ? composers[topic] : undefined
      if (!compose) throw unknownTopic()
      const answer = await compose({ about, recipient, ids })
      if (answer === 'obsolete') throw isObsolete()
      if ('retryAfterSeconds' in answer) throw isIncomplete(answer.retryAfterSeconds)
      return answer
    },
  })
}
