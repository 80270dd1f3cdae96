/** Returns the URL that confirms an email address. The token is in the fragment, which browsers never send, so no log contains it. */
export const verificationLink = (token: string, publicUrl: string): string => `${publicUrl}/verify-email#${token}`
