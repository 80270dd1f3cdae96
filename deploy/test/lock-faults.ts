interface LockedPackage {
  /** Package name. Set only if it differs from the folder, for example for an override. */
  name?: string
  integrity?: string
  resolved?: string
  /** Whether the entry links to a workspace of this repository. */
  link?: boolean
  hasInstallScript?: boolean
}

export interface LockFile {
  packages: Record<string, LockedPackage>
}

/**
 * Returns the faults of a lock file that make an install unsafe or not reproducible: an install script that `allowScripts` does not
 * name, a package without an integrity hash, or a fixed download URL of a registry.
 */
export function lockFaults({ packages }: LockFile, allowScripts: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const [, folder] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (folder === undefined || entry.link) return []
    const name = entry.name ?? folder
    return [
      ...(entry.hasInstallScript && !(name in allowScripts) ? [`${name} has an install script that allowScripts does not name`] : []),
      ...(entry.integrity ? [] : [`${name} has no integrity`]),
      ...(entry.resolved ? [`${name} has a fixed download URL: ${entry.resolved}`] : []),
    ]
  })
}
