import type { Surface } from '../../../domain/preview-notes/notes-context.ts'
import styles from './FindingBoxes.module.css'
import { findingId, findingPlaceId, type NumberedFinding } from './group-findings.ts'

interface FindingBoxesProps {
  findings: readonly NumberedFinding[]
  filePosition: number
  page: number | null
  surface: Surface
}

const percent = (part: number): string => `${part * 100}%`

/** Boxes whose number has no space above it, or at its right, as parts of the picture. */
const NEAR_TOP = 0.1
const NEAR_RIGHT = 0.9

/**
 * Numbered boxes over a picture or a page. Only the numbers take clicks, so that a click elsewhere in a box still places a note. A number
 * leads to the sentence of the finding, which a viewer in a dialog does not show.
 */
export function FindingBoxes({ findings, filePosition, page, surface }: FindingBoxesProps) {
  const here = findings.filter(
    ({ finding: { place } }) => place.in === 'file' && place.position === filePosition && !place.frame && (place.page ?? null) === page,
  )
  return here.flatMap(({ number, finding }) =>
    (finding.place.boxes ?? []).map(({ left, top, width, height }, at) => (
      <span
        key={`${finding._id} ${left} ${top}`}
        className={styles.box}
        style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
        data-certainty={finding.certainty}
        data-below={top < NEAR_TOP || undefined}
        data-left={left > NEAR_RIGHT || undefined}
      >
        {at === 0 &&
          (surface === 'page' ? (
            <button
              id={findingPlaceId(finding)}
              type="button"
              className={styles.number}
              aria-label={`Finding ${number}: ${finding.message}`}
              onClick={() => document.getElementById(findingId(finding))?.focus()}
            >
              {number}
            </button>
          ) : (
            <span className={styles.number}>{number}</span>
          ))}
      </span>
    )),
  )
}
