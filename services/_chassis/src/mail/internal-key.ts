import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { AppError } from '../http/errors.ts'
import { keyBytes } from '../keys/key-bytes.ts'

/** Setting of all services, which need the same key. */
export const internalMailConfig = {
  INTERNAL_MAIL_KEY: Type.String({
    description: 'secret of the routes between services for emails, figures of reports and records of exports: 32 random bytes in base64',
  }),
}

const bytesOf = (internalMailKey: string): Buffer => keyBytes('INTERNAL_MAIL_KEY', internalMailKey)

/** Returns the header with which services call the routes for emails, figures and records. Throws a `ConfigError` if the key is invalid. */
export const internalMailHeaders = (internalMailKey: string): { authorization: string } => ({
  authorization: `Key ${bytesOf(internalMailKey).toString('base64')}`,
})

/** Returns an `onRequest` hook that rejects requests without the key with 403. Throws a `ConfigError` if the key is invalid. */
export function requireInternalMailKey(internalMailKey: string): (request: FastifyRequest) => Promise<void> {
  const key = bytesOf(internalMailKey)
  return async ({ headers: { authorization = '' } }) => {
    const [, text = ''] = /^Key (\S{1,100})$/.exec(authorization) ?? []
    const given = Buffer.from(text, 'base64')
    if (given.length !== key.length || !timingSafeEqual(given, key))
      throw new AppError('wrong-key', 'forbidden', 'The key of this request is wrong.')
  }
}
