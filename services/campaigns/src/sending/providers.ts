/** Who has the mailboxes of a domain, where one provider has those of several or so many that it counts what it is sent. */
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

/** All other providers. Each of their domains has its own rate. */
export const OTHER_PROVIDERS = 'others'

export const providers: readonly string[] = [...new Set(Object.values(providerOfDomain)), OTHER_PROVIDERS]

export const providerOf = (email: string): string => providerOfDomain[email.slice(email.lastIndexOf('@') + 1)] ?? OTHER_PROVIDERS
