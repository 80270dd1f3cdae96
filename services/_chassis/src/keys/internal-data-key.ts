import * as Type from 'typebox'
import { internalKey } from './internal-key.ts'

/**
 * Setting of all services, which need the same key. It is not the key of the routes for emails: with this one, a caller can read and erase
 * everything that is stored about a company or a person.
 */
export const internalDataConfig = {
  INTERNAL_DATA_KEY: Type.String({
    description: 'secret of the routes between services that read records for exports, and erase data: 32 random bytes in base64',
  }),
}

export const { headers: internalDataHeaders, required: requireInternalDataKey } = internalKey('INTERNAL_DATA_KEY')
