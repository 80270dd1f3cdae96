import * as Type from 'typebox'
import { internalKey } from '../keys/internal-key.ts'

/** Setting of all services, which need the same key. */
export const internalMailConfig = {
  INTERNAL_MAIL_KEY: Type.String({
    description: 'secret of the routes between services for emails and figures of reports: 32 random bytes in base64',
  }),
}

export const { headers: internalMailHeaders, required: requireInternalMailKey } = internalKey('INTERNAL_MAIL_KEY')
