import styles from './ChangedText.module.css'
import type { DiffPart } from './word-diff.ts'

/** Two versions of a text as one text, in which removed and added words are marked. */
export const ChangedText = ({ parts }: { parts: readonly DiffPart[] }) => (
  <p className={styles.text}>
    {parts.map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
      <Part key={at} part={part} />
    ))}
  </p>
)

/** A part of the text. The hidden words are for screen readers, most of which do not announce the elements `ins` and `del`. */
function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return text
  const words = text.trimEnd()
  const space = text.slice(words.length)
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <>
      <Mark className={styles[kind]}>
        <span className="visually-hidden">[{kind}: </span>
        {words}
        <span className="visually-hidden">]</span>
      </Mark>
      {space}
    </>
  )
}
