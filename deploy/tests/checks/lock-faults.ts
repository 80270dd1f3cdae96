interface LockedPackage {
  /** Package name, only if it differs from the folder name, for example because of an override. */
  name?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}

export interface LockFile {
  packages: Record<string, LockedPackage>
}

/**
 * Returns the faults of a lock file: install scripts that `allowScripts` does not name, missing hashes, and download URLs. Without a URL in
 * the lock file, npm downloads a package from the configured registry.
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
