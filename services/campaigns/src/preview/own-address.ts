import { AppError } from '@app/chassis/errors.ts'
import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { getMe } from '@app/contracts/http/identity.ts'
import { Value } from 'typebox/value'

interface OwnAddress {
  email: string
  isVerified: boolean
}

/** Asks the identity service for the caller's email address, with the caller's own token. */
async function askAddress(identityUrl: string, authorization: string): Promise<OwnAddress> {
  try {
    const response = await fetchFromService(new URL(getMe.url, identityUrl), { authorization })
    if (!response.ok) throw new Error(`The identity service answered ${response.status}`)
    const { email, emailVerified = false } = Value.Parse(getMe.schema.response[200], await response.json())
    return { email, isVerified: emailVerified }
  } catch (cause) {
    throw new AppError('identity-unavailable', 'unavailable', 'Your address cannot be read at the moment. Please try again shortly.', {
      cause,
      retryAfter: 2,
    })
  }
}

/** The caller's confirmed email address. 403 `email-not-verified` before the caller has confirmed it. */
export async function confirmedAddress(identityUrl: string, authorization: string): Promise<string> {
  const { email, isVerified } = await askAddress(identityUrl, authorization)
  if (!isVerified) throw new AppError('email-not-verified', 'forbidden', 'Confirm your email address first. We sent you a link.')
  return email
}
