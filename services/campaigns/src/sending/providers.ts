/** The mailbox provider of a domain. Contains only providers that have several domains or limit the rate of each sender. */
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

/** Group of all other domains. If one of them asks for a lower rate, only emails to that domain are delayed. */
export const OTHER_PROVIDERS = 'others'

export const providers: readonly string[] = [...new Set(Object.values(providerOfDomain)), OTHER_PROVIDERS]

export const providerOf = (email: string): string => providerOfDomain[email.slice(email.lastIndexOf('@') + 1)] ?? OTHER_PROVIDERS
