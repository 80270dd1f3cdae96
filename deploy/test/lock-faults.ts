interface LockedPackage {
  /** Only where the folder is named otherwise, as with an override. */
  name?: string
  integrity?: string
  resolved?: string
  /** A workspace of this repository. */
  link?: boolean
  hasInstallScript?: boolean
}

export interface LockFile {
  packages: Record<string, LockedPackage>
}

/**
 * What keeps an install from being the same everywhere and from doing only what was agreed to: an install script that
 * nobody decided about, a package whose contents nothing is held against, an address of one machine's registry.
 */
export function lockFaults({ packages }: LockFile, allowScripts: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const [, folder] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (folder === undefined || entry.link) return []
    const name = entry.name ?? folder
    return [
      ...(entry.hasInstallScript && !(name in allowScripts) ? [`${name} has an install script that allowScripts does not name`] : []),
      ...(entry.integrity ? [] : [`${name} has no integrity`]),
      ...(entry.resolved ? [`${name} has an address of its own: ${entry.resolved}`] : []),
    ]
  })
}
