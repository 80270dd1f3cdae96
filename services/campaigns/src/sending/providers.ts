/** Mailbox provider of each domain, for providers with several domains or with limits on what a sender may send them. */
const providerOfDomain: Readonly<Record<string, string>> = {
  'gmail.com': 'google',
  'googlemail.com': 'google',
  'outlook.com': 'microsoft',
  'hotmail.com': 'microsoft',
  'live.com': 'microsoft',
  'msn.com': 'microsoft',
  'yahoo.com': 'yahoo',
  'ymail.com': 'yahoo',
  'rocketmail.com': 'yahoo',
  'aol.com': 'yahoo',
  'icloud.com': 'apple',
  'me.com': 'apple',
  'mac.com': 'apple',
  'comcast.net': 'comcast',
}

/** Group of all other providers. Rate limits for them apply to each domain. */
export const OTHER_PROVIDERS = 'others'

export const providers: readonly string[] = [...new Set(Object.values(providerOfDomain)), OTHER_PROVIDERS]

export const providerOf = (email: string): string => providerOfDomain[email.slice(email.lastIndexOf('@') + 1)] ?? OTHER_PROVIDERS
