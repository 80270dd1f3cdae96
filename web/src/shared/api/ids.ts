/** Returns 32 random hexadecimal digits. Browsers offer `randomUUID` only in secure contexts (HTTPS). */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => (byte % 16).toString(16)).join('')

/** Returns the `traceparent` header (W3C Trace Context) of a new trace, so that all server spans of a call have one trace id. */
export const newTraceparent = (): string => `00-${newId()}-${newId().slice(16)}-00`
