/** Request header with the key of an operation (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY = 'idempotency-key'
/** Response header: the response is the stored response of the first request. */
export const IDEMPOTENCY_REPLAYED = 'idempotency-replayed'
/** How long a key and its response are stored. */
export const IDEMPOTENCY_KEY_HOURS = 24

export const IDEMPOTENCY_KEY_PATTERN = '^[!-~]{1,255}$'
