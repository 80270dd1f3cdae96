import { findingPlaceId, isPlaceShown, type NumberedFinding } from './group-findings.ts'
import styles from './MarkedCaption.module.css'

interface Part {
  text: string
  marked?: NumberedFinding
}

/** Divides a caption into plain parts and the parts that findings are about. Findings never overlap. */
function partsOf(caption: string, findings: readonly NumberedFinding[]): Part[] {
  const parts: Part[] = []
  let end = 0
  const inCaption = findings.filter(({ finding }) => finding.place.in === 'caption' && isPlaceShown(finding))
  for (const marked of inCaption.toSorted((a, b) => (a.finding.place.from ?? 0) - (b.finding.place.from ?? 0))) {
    const { from = 0, to = 0 } = marked.finding.place
    if (from < end || to <= from) continue
    parts.push({ text: caption.slice(end, from) }, { text: caption.slice(from, to), marked })
    end = to
  }
  return [...parts, { text: caption.slice(end) }]
}

/** The caption of a preview with numbered marks at the words that findings are about. */
export const MarkedCaption = ({ caption, findings }: { caption: string; findings: readonly NumberedFinding[] }) =>
  partsOf(caption, findings).map(({ text, marked }) =>
    marked ? (
      <mark
        key={marked.finding._id}
        id={findingPlaceId(marked.finding)}
        className={styles.mark}
        tabIndex={-1}
        data-certainty={marked.finding.certainty}
      >
        {text}
        <span className={styles.number} aria-hidden="true">
          {marked.number}
        </span>
      </mark>
    ) : (
      text
    ),
  )
