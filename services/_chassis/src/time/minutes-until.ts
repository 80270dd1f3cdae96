const MINUTE_MS = 60_000

/** Returns the number of minutes until a code expires, at least 1. */
export const minutesUntil = (expiresAt: string): number => Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / MINUTE_MS))
