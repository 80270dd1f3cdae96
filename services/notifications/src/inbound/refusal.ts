/** Returns an error with an SMTP response code. */
export const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

/** The refusal of an address that no sent email contains. */
export const noSuchAddress = (): Error => refusal(550, 'No such address')
