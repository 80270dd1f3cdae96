interface Visit {
  /** Whether there was a token when the page opened, and whether there still is. */
  hadToken: boolean
  hasToken: boolean
  /** Whether a call was refused because the token had ended. */
  expired: boolean
}

/** Why somebody is sent to the admin login, in the words that are said; '' to say nothing, undefined to stay. */
export function refusalOf({ hadToken, hasToken, expired }: Visit): string | undefined {
  if (!hadToken) return 'You must be logged in to access this page.'
  if (expired) return 'Session expired. Please log in again.'
  return hasToken ? undefined : ''
}
