import type { Draft } from '../../shared/form/draft-storage.ts'

/** Files of drafts, by the draft's name. They are kept in memory until the page is reloaded, because local storage cannot store files. */
const filesOf = new Map<string, Record<string, File>>()

export const hasDraftFiles = (name: string): boolean => filesOf.has(name)

export function keepDraftFiles(name: string, values: object): void {
  const files = Object.entries(values).filter(([, value]) => value instanceof File)
  if (files.length > 0) filesOf.set(name, Object.fromEntries(files))
  else filesOf.delete(name)
}

/** Returns a draft that also restores the files that `keepDraftFiles` has stored under this name. */
export const withDraftFiles = (draft: Draft | undefined, name: string): Draft | undefined =>
  draft && {
    keep: draft.keep,
    read() {
      const kept = draft.read()
      return kept && { ...kept, ...filesOf.get(name) }
    },
    drop() {
      filesOf.delete(name)
      draft.drop()
    },
  }
