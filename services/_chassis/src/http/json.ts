import { JSON_DEPTH_MAX } from '@app/contracts/rules/body-limits.ts'
import { AppError } from './errors.ts'

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}') as unknown as readonly number[]

/** Whether arrays and objects are nested deeper than `JSON_DEPTH_MAX`. Reads the bytes once. The bytes need not be valid JSON. */
function isDeep(json: Uint8Array): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isInText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
  }
  return false
}

/** Throws a 400 if JSON is nested too deeply. Call this before the JSON is parsed, because parsing nested JSON takes much time. */
export function checkDepth(json: Uint8Array): void {
  if (isDeep(json)) throw new AppError('malformed', 'malformed', `This JSON is nested more than ${JSON_DEPTH_MAX} levels deep.`)
}
