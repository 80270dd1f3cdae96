/** Request header with the key of an operation (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY = 'idempotency-key'
/** Response header. It is set if the response is the stored response of an earlier request. */
export const IDEMPOTENCY_REPLAYED = 'idempotency-replayed'
export const IDEMPOTENCY_KEY_HOURS = 24

export const IDEMPOTENCY_KEY_PATTERN = '^[!-~]{1,255}$'
