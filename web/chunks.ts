import type { Rolldown } from 'vite'

/** Returns the names of a chunk and of all chunks that it imports statically. */
export function withImports(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (found.has(name) || chunk?.type !== 'chunk') return found
  found.add(name)
  for (const imported of chunk.imports) withImports(bundle, imported, found)
  return found
}
