import { timingSafeEqual } from 'node:crypto'
import type { ComposedMail, composeTaskMail, MailRecipient } from '@app/contracts/http/mail-content.ts'
import * as Type from 'typebox'
import type { App } from '../http/app.ts'
import { AppError } from '../http/errors.ts'
import { keyBytes } from '../keys/key-bytes.ts'

/** Setting of `notifications`, and of the services that compose emails. All of them need the same key. */
export const internalMailConfig = {
  INTERNAL_MAIL_KEY: Type.String({
    description: 'secret with which `notifications` requests the content of emails: 32 random bytes in base64',
  }),
}

/** The email that `notifications` is about to send. */
export interface WantedMail {
  /** Id of the object that the email is about. */
  about: string
  recipient: MailRecipient
  /** Tasks of a digest. Empty for other topics. */
  taskIds: readonly string[]
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
  route: typeof composeTaskMail,
  { internalMailKey, composers }: { internalMailKey: string; composers: Readonly<Record<string, ComposeMail>> },
): void {
  const key = keyBytes('INTERNAL_MAIL_KEY', internalMailKey)
  const isAllowed = (authorization = ''): boolean => {
    const [, text = ''] = /^Key (\S{1,100})$/.exec(authorization) ?? []
    const given = Buffer.from(text, 'base64')
    return given.length === key.length && timingSafeEqual(given, key)
  }
  app.route({
    ...route,
    handler: async ({ headers, body }) => {
      if (!isAllowed(headers.authorization)) throw new AppError('wrong-key', 'forbidden', 'The key of this request is wrong.')
      const { topic, about, recipient, taskIds = [] } = body
      const compose = Object.hasOwn(composers, topic) ? composers[topic] : undefined
      if (!compose) throw unknownTopic()
      const answer = await compose({ about, recipient, taskIds })
      if (answer === 'obsolete') throw isObsolete()
      if ('retryAfterSeconds' in answer) throw isIncomplete(answer.retryAfterSeconds)
      return answer
    },
  })
}
