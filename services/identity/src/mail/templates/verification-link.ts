/** The token is in the fragment of the URL. Browsers never send the fragment to a server, so no log contains the token. */
export const verificationLink = (token: string, publicUrl: string): string => `${publicUrl}/verify-email#${token}`
