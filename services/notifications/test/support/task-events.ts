const preview = () => ({ previewNo: 1, contentHash: 'c'.repeat(64) })
const record = { number: 1, hash: 'd'.repeat(64), receipt: '{}' }

/** Returns the fields of an event about a preview without files. */
export const previewData = () => ({
  ...preview(),
  deliveredAt: new Date().toISOString(),
  previewId: crypto.randomUUID(),
  caption: '',
  files: [],
  platforms: [],
  companyLogo: null,
})

/** Returns the fields of an event about a decision in the portal. */
export const decisionData = () => ({ ...preview(), channel: 'portal' as const, decisionId: crypto.randomUUID(), record })

/** Returns the fields of an event about a referral in the portal. */
export const referralData = () => ({ ...decisionData(), referralId: crypto.randomUUID() })

/** Returns the fields of an event about a launch. */
export const launchData = () => ({ ...preview(), record })
