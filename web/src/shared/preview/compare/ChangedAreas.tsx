import { useLayoutEffect, useRef } from 'react'
import styles from './ChangedAreas.module.css'
import { GRID } from './difference.ts'

interface ChangedAreasProps {
  src: string
  alt: string
  /** The result of `changedCells`, or undefined until the pictures are compared. */
  cells: Uint8Array | undefined
}

/** A picture whose unchanged areas are darker. If nothing has changed, no area is darker. */
export function ChangedAreas({ src, alt, cells }: ChangedAreasProps) {
  return (
    <div className={styles.stage}>
      <div className={styles.picture}>
        <img className={styles.image} src={src} alt={alt} />
        {cells?.includes(1) && <UnchangedAreas cells={cells} />}
      </div>
    </div>
  )
}

/** A canvas with one pixel for each cell of the grid. The browser scales it to the size of the picture. */
function UnchangedAreas({ cells }: { cells: Uint8Array }) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context) return
    context.clearRect(0, 0, GRID, GRID)
    context.fillStyle = getComputedStyle(canvas.current).color
    for (const [at, isChanged] of cells.entries()) {
      if (!isChanged) context.fillRect(at % GRID, Math.floor(at / GRID), 1, 1)
    }
  }, [cells])

  return <canvas ref={canvas} className={styles.unchanged} width={GRID} height={GRID} />
}
