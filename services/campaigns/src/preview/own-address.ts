import { AppError } from '@app/chassis/http/errors.ts'
import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { Value } from 'typebox/value'

interface OwnAddress {
  email: string
  isVerified: boolean
}

async function fetchAddress(identityUrl: string, authorization: string): Promise<OwnAddress> {
  try {
    const response = await fetchFromService(new URL(getMe.url, identityUrl), { headers: { authorization } })
    if (!response.ok) throw new Error(`The identity service returned status ${response.status}`)
    const { email, emailVerified } = Value.Parse(getMe.schema.response[200], await response.json())
    return { email, isVerified: emailVerified }
  } catch (cause) {
    throw new AppError('identity-unavailable', 'unavailable', 'We couldn’t look up your email address. Please try again shortly.', {
      cause,
      retryAfter: 2,
    })
  }
}

/** Returns the caller's confirmed email address. Throws a 403 `email-not-verified` if it is not confirmed. */
export async function confirmedAddress(identityUrl: string, authorization: string): Promise<string> {
  const { email, isVerified } = await fetchAddress(identityUrl, authorization)
  if (!isVerified) throw new AppError('email-not-verified', 'forbidden', 'Confirm your email address first. We sent you a link.')
  return email
}
