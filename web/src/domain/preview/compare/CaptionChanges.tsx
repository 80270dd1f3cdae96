import { useMemo } from 'react'
import styles from './CaptionChanges.module.css'
import { ChangedText } from './ChangedText.tsx'
import { type DiffPart, diffWords } from './word-diff.ts'

/** The captions of two versions as one text, in which removed and added words are marked. */
export function CaptionChanges({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after])
  return (
    <section className={styles.caption}>
      <h3>Caption</h3>
      <p role="status">{describeCaptions(parts, before, after)}</p>
      {parts.length > 0 && <ChangedText parts={parts} />}
    </section>
  )
}

const wordsIn = (parts: readonly DiffPart[], kind: DiffPart['kind']): number =>
  parts.reduce((sum, part) => (part.kind === kind ? sum + part.words : sum), 0)

const countWords = (count: number): string => (count === 1 ? '1 word' : `${count} words`)

function describeCaptions(parts: readonly DiffPart[], before: string, after: string): string {
  const [added, removed] = [wordsIn(parts, 'added'), wordsIn(parts, 'removed')]
  if (added > 0 && removed > 0) return `${countWords(added)} added, ${countWords(removed)} removed.`
  if (added > 0) return `${countWords(added)} added.`
  if (removed > 0) return `${countWords(removed)} removed.`
  return before === after ? 'No difference.' : 'Only spaces or line breaks changed.'
}
