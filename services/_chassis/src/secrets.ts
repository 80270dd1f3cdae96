const SECRET = /^secret\b/

/** The members that a schema describes as secret: their description begins with that word. */
export function secretKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const isSecret = typeof value === 'object' && value !== null && 'description' in value && SECRET.test(String(value.description))
    return isSecret ? [key] : secretKeys(value)
  })
}
