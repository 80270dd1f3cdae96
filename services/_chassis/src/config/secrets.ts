const SECRET = /^secret\b/

/** Whether a property is secret: its description begins with "secret". */
export const isSecret = (schema: object): boolean => 'description' in schema && SECRET.test(String(schema.description))

/** Returns the names of a schema's secret properties at any depth. */
export function secretKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const hasSecret = typeof value === 'object' && value !== null && isSecret(value)
    return hasSecret ? [key] : secretKeys(value)
  })
}
