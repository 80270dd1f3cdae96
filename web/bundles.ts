import type { Rolldown } from 'vite'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

/** Names the bundle of a module if a matching file imports the module, directly or through other modules. */
const importedBy =
  (files: RegExp, bundle: string): Exclude<Group['name'], string> =>
  (module, context) => {
    const found = new Set([module])
    for (const id of found) {
      if (files.test(id)) return bundle
      for (const importer of context.getModuleInfo(id)?.importers ?? []) found.add(importer)
    }
    return null
  }

const SHARED = /[\\/](src[\\/](shared|domain)|contracts[\\/]src)[\\/]/
const SHARED_OR_TASKS = /[\\/](src[\\/](shared|domain)|contracts[\\/]src|features[\\/]digital-content)[\\/]/

/**
 * Rules that put modules into bundles. The first rule that matches a module decides. A bundle also gets the modules that its modules import.
 * Rolldown groups the remaining modules by the pages that import them. Figures of other rules: `docs/decisions/web.md`.
 */
export const bundles: Group[] = [
  // React changes rarely, so browsers can cache this file across releases.
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
  // The modules that every page loads. The pages' first scripts are in other folders, because they must not wait for a bundle.
  { name: 'app', tags: ['$initial'], test: /[\\/](src[\\/](app|shared|domain)|contracts|node_modules)[\\/]/ },
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
  // Shared modules that the public pages need, those that only the sign-in pages need, and those of the portal's frame and first section.
  { name: importedBy(/[\\/]features[\\/]site[\\/].*(Page|Layout)\.tsx$/, 'public'), test: SHARED },
  { name: importedBy(/[\\/]features[\\/](auth|admin-auth)[\\/]\w+Page\.tsx$/, 'sign-in'), test: SHARED },
  { name: importedBy(/[\\/]features[\\/](management|digital-content)[\\/][^\\/]+$/, 'portal'), test: SHARED_OR_TASKS, minShareCount: 2 },
]
