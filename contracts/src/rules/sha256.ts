/**
 * Returns the SHA-256 hash of a text in UTF-8, in lower-case hexadecimal. Browsers provide `crypto.subtle` only to pages from HTTPS or
 * localhost.
 */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
