import { AppError } from '@app/chassis/errors.ts'
import { askPeer } from '@app/chassis/http/ask-peer.ts'
import { getMe } from '@app/contracts/http/identity.ts'
import { Value } from 'typebox/value'

/** The caller's own address as the identity service has it, asked with the caller's own token. */
export async function askAddress(identityUrl: string, authorization: string): Promise<string> {
  try {
    const response = await askPeer(new URL(getMe.url, identityUrl), { authorization })
    if (!response.ok) throw new Error(`The identity service answered ${response.status}`)
    return Value.Parse(getMe.schema.response[200], await response.json()).email
  } catch (cause) {
    throw new AppError('identity-unavailable', 'unavailable', 'Your address cannot be read at the moment. Please try again shortly.', {
      cause,
      retryAfter: 2,
    })
  }
}
