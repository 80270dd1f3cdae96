/** Returns an error with an SMTP response code. */
export const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
