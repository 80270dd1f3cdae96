import type { ContentKind } from '@app/contracts/rules/previews.ts'
import { lazyFile } from '../../../shared/ui/lazy-part.tsx'

/** The facts about a chosen file that the browser found in its content. */
export interface Inspection {
  /** Undefined if a preview may not contain the file. */
  kind?: ContentKind
  /** The reason why the file is rejected. */
  problem?: string
  poster?: File
  durationMs?: number
  /** Explains a missing poster. */
  note?: string
}

// Loaded on demand, when a file was chosen.
const inspector = lazyFile(() => import('./inspect-file.ts'))

// A file that was deleted or changed after it was chosen cannot be read.
const UNREADABLE: Inspection = { problem: 'This file can’t be read. Please choose it again.' }

const inspections = new WeakMap<File, Inspection>()

/** Returns the facts about a file, or undefined before it was inspected. */
export const inspectionOf = (file: File): Inspection | undefined => inspections.get(file)

/** Inspects a file and stores the facts about it. If the code for this cannot be loaded, the file counts as unreadable. */
export async function inspectFile(file: File): Promise<void> {
  const inspection = await (await inspector.load())?.inspectContent(file).catch(() => UNREADABLE)
  inspections.set(file, inspection ?? UNREADABLE)
}
