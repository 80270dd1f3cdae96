import type { Plugin, Rolldown } from 'vite'

/** Returns the names of a chunk and of all chunks that it imports statically. */
function importsOf(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (found.has(name) || chunk?.type !== 'chunk') return found
  found.add(name)
  for (const imported of chunk.imports) importsOf(bundle, imported, found)
  return found
}

/**
 * Shortens the lists of files that the browser preloads for a dynamic import. Vite also lists the chunks that the importing chunk needs
 * itself. The browser has loaded these chunks already.
 */
export function preloads(): Plugin {
  let bundle: Rolldown.OutputBundle = {}
  return {
    name: 'preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies(_name, files, { hostId, hostType }) {
            if (hostType === 'html') return files
            const loaded = importsOf(bundle, hostId)
            return files.filter((file) => !loaded.has(file))
          },
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_options, generated) {
        bundle = generated
      },
    },
  }
}
