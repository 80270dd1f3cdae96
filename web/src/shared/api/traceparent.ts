const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Names a trace that begins with a call (W3C Trace Context): whatever it brings about is found by it. The browser itself keeps none. */
export const newTraceparent = (): string => `00-${hex(16)}-${hex(8)}-00`
