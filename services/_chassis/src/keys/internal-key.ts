import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../http/errors.ts'
import { keyBytes } from './key-bytes.ts'

/** Returns the functions of a key with which services call each other. All of them throw a `ConfigError` if the key is invalid. */
export const internalKey = (setting: string) => ({
  /** Returns the header of a request with this key. */
  headers: (base64: string): { authorization: string } => ({
    authorization: `Key ${keyBytes(setting, base64).toString('base64')}`,
  }),

  /** Returns an `onRequest` hook that rejects requests without this key with 403. */
  required(base64: string): (request: FastifyRequest) => Promise<void> {
    const key = keyBytes(setting, base64)
    return async ({ headers: { authorization = '' } }) => {
      const [, text = ''] = /^Key (\S{1,100})$/.exec(authorization) ?? []
      const given = Buffer.from(text, 'base64')
      if (given.length !== key.length || !timingSafeEqual(given, key))
        throw new AppError('wrong-key', 'forbidden', 'The key of this request is wrong.')
    }
  },
})
