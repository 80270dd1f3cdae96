/** The request header that names one intended effect (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY = 'idempotency-key'
/** On an answer: it is the one that was given the first time. */
export const IDEMPOTENCY_REPLAYED = 'idempotency-replayed'
/** How long a key is remembered. */
export const IDEMPOTENCY_KEY_HOURS = 24

/** 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = '^[!-~]{1,255}$'
