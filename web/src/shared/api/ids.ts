/** Returns 32 random hexadecimal digits. Does not use `randomUUID`, which browsers offer only in secure contexts (HTTPS). */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => (byte % 16).toString(16)).join('')

/**
 * Returns the `traceparent` header (W3C Trace Context) of a new trace, so that the server's spans of a call have one trace id. The browser
 * records no spans.
 */
export const newTraceparent = (): string => `00-${newId()}-${newId().slice(16)}-00`
