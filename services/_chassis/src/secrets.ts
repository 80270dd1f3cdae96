const SECRET = /^secret\b/

/** Returns the names of a schema's secret properties at any depth. The description of a secret property begins with "secret". */
export function secretKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const isSecret = typeof value === 'object' && value !== null && 'description' in value && SECRET.test(String(value.description))
    return isSecret ? [key] : secretKeys(value)
  })
}
