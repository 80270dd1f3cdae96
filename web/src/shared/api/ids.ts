/** 32 random hexadecimal digits. Not `randomUUID`, which browsers keep from pages that come without TLS. */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => (byte % 16).toString(16)).join('')

/** Names a trace that begins with a call (W3C Trace Context): whatever it brings about is found by it. The browser itself keeps none. */
export const newTraceparent = (): string => `00-${newId()}-${newId().slice(16)}-00`
